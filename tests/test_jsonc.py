"""JSON as people write it reads as the JSON that it stands for."""

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from segue.jsonc import load_jsonc, plain_json

VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.sampled_from(["//", "/* */", ",]", ",}", '"', "\\"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)
EXTRAS = st.sampled_from(["// note\n", "// ]}\n", "/* , ] */", "/*\n*/", "//\n", " ", "\n"])


@given(VALUES)
def test_json_is_read_as_json(value: Any) -> None:
    text = json.dumps(value, indent=1)
    assert plain_json(text) == text
    assert load_jsonc(text) == value


@given(VALUES, st.data())
def test_comments_and_commas_change_nothing(value: Any, data: st.DataObject) -> None:
    tokens = re.findall(r'"(?:[^"\\]|\\.)*"|[][{},:]|[^][{},:"\s]+', json.dumps(value))
    written = data.draw(EXTRAS)
    for token, after in zip(tokens, [*tokens[1:], ""], strict=True):
        written += token + data.draw(EXTRAS)
        if after in ("]", "}") and token not in ("[", "{"):
            written += data.draw(st.sampled_from([",", ""])) + data.draw(EXTRAS)
    assert load_jsonc(written) == value
    assert len(plain_json(written)) == len(written)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"a": 1,\n "b" 2}', "line 2, column 6: expecting ':' delimiter"),
        ('// why\n{"a": /* not\n */ }', "line 3, column 5: expecting value"),
        ("[" * 100_000, "nests too deeply"),
        ('{"a": "no end', "line 1, column 7"),
        ("[1,,]", "line 1, column 5"),
        ("", "line 1, column 1"),
    ],
)
def test_says_where_it_goes_wrong(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        load_jsonc(text)


def test_time_grows_with_the_length_alone() -> None:
    """A text that is nothing but beginnings is refused at once (L9)."""
    for piece in ('\\"', "/* ", ",", ", //", ", /**/", "{,", "\\"):
        with pytest.raises(ValueError, match="line 1"):
            load_jsonc('"' + piece * 200_000)
        with pytest.raises(ValueError, match="line 1"):
            load_jsonc(piece * 200_000)
