"""How many tokens a conversation is for a model, without its tokenizer: an estimate, and how far off it may be.

text.py      words, digits, signs and scripts → tokens
pixels.py    how large a picture is, by its first bytes
media.py     pixels, pages and seconds → tokens, as vendors count them
rates.py     what each house of models adds to the words
estimate.py  a whole conversation

Everything is one pass over the bytes. How good the figures are was measured on recorded requests, whose input their
providers had counted: docs/planning.md has the table.
"""

from segue.tokens.estimate import Tokens, estimate

__all__ = ["Tokens", "estimate"]
