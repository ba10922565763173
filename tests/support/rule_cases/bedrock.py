"""Breaches of Bedrock's rules."""

import base64

from support.edit import inserted, replaced, without
from support.examples import EXAMPLES, PNG
from support.jsonish import Json, JsonObject, as_list

from .case import RuleCase

SOUND = EXAMPLES["bedrock-converse"]

CLAUDE = "bedrock/us.anthropic.claude-opus-4-6-v1"
NOVA = "bedrock/us.amazon.nova-pro-v1:0"
COMMAND = "bedrock/cohere.command-r-plus-v1:0"
MISTRAL = "bedrock/mistral.mistral-large-2407-v1:0"
LLAMA = "bedrock/us.meta.llama3-3-70b-instruct-v1:0"

CALLS = "$.messages[1].content"
RESULTS = "$.messages[2].content"
ASKED = "$.messages[0].content"
TOOL = "$.toolConfig.tools[0].toolSpec"

ASIDE: JsonObject = {"text": "By the way."}
AGAIN: JsonObject = {"role": "user", "content": [{"text": "And then?"}]}


def asked(**beside: Json) -> JsonObject:
    """The sound request, with more asked for beside its messages."""
    return {**SOUND, **beside}


def document(name: str = "Tide table", word: str = "pdf") -> JsonObject:
    return {"document": {"name": name, "format": word, "source": {"bytes": "JVBERi0xLjQKJeLjz9MK"}}}


def image(word: str = "png", data: str = PNG) -> JsonObject:
    return {"image": {"format": word, "source": {"bytes": data}}}


WITH_DOCUMENT = inserted(SOUND, ASKED, 1, document())
ENDING_IN_CALLS = asked(messages=as_list(SOUND["messages"])[:2])
ENDING_IN_AN_ANSWER = asked(messages=as_list(SOUND["messages"])[:4])
FORBIDDEN = replaced(SOUND, "$.toolConfig.toolChoice", {"none": {}})

SECOND = f"{RESULTS}[1].toolResult.content[0]"
IN_S3: JsonObject = {
    "document": {"name": "Tides", "format": "pdf", "source": {"s3Location": {"uri": "s3://harbour-files/tides.pdf"}}}
}

MARK: JsonObject = {"cachePoint": {"type": "default"}}
FIVE_MARKS = inserted(
    replaced(
        inserted(inserted(SOUND, "$.toolConfig.tools", 1, MARK), "$.system", 1, MARK),
        "$.messages[4].content",
        [{"text": "Thanks."}, MARK, {"text": "And then?"}, MARK],
    ),
    ASKED,
    1,
    MARK,
)
MANY_IMAGES = replaced(SOUND, "$.messages[4].content", [*(image() for _ in range(21)), {"text": "Which is it?"}])
MANY_DOCUMENTS = replaced(
    SOUND, "$.messages[4].content", [*(document(f"Page {number}") for number in range(6)), {"text": "Which is it?"}]
)
WIDE = base64.b64encode(base64.b64decode(PNG)[:16] + (9000).to_bytes(4) + base64.b64decode(PNG)[20:]).decode()
UNSIGNED = without(SOUND, f"{CALLS}[0].reasoningContent.reasoningText.signature")
CHOICE = "$.toolConfig.toolChoice"

CASES = [
    RuleCase("BED-01", inserted(SOUND, "$.messages", 5, AGAIN), "$.messages[5]", CLAUDE),
    RuleCase("BED-02", without(SOUND, "$.messages[0]"), "$.messages[0]", CLAUDE),
    RuleCase("BED-02", ENDING_IN_AN_ANSWER, "$.messages[3]", CLAUDE),
    RuleCase("BED-03", without(SOUND, f"{RESULTS}[1]"), f"{CALLS}[3]", CLAUDE),
    RuleCase("BED-03", ENDING_IN_CALLS, f"{CALLS}[2]", CLAUDE),
    RuleCase("BED-03", without(SOUND, f"{CALLS}[3]"), f"{RESULTS}[1]", CLAUDE),
    RuleCase("BED-04", without(SOUND, "$.toolConfig"), f"{CALLS}[2]", CLAUDE),
    RuleCase(
        "BED-04", replaced(SOUND, f"{TOOL}.inputSchema.json", {"type": "string"}), f"{TOOL}.inputSchema.json", NOVA
    ),
    RuleCase(
        "BED-06", replaced(SOUND, f"{CALLS}[3].toolUse.toolUseId", "a:0"), f"{CALLS}[3].toolUse.toolUseId", CLAUDE
    ),
    RuleCase("BED-05", inserted(SOUND, RESULTS, 2, document()), f"{RESULTS}[2]", CLAUDE),
    RuleCase("BED-05", inserted(SOUND, RESULTS, 2, ASIDE), f"{RESULTS}[2]", LLAMA),
    RuleCase("BED-05", SOUND, f"{CALLS}[1]", LLAMA),
    RuleCase("BED-06", replaced(SOUND, f"{CALLS}[3].toolUse.name", "wind.now"), f"{CALLS}[3].toolUse.name", NOVA),
    RuleCase("BED-07", replaced(SOUND, f"{CALLS}[3].toolUse.input", "{}"), f"{CALLS}[3].toolUse.input", CLAUDE),
    RuleCase(
        "BED-07",
        replaced(SOUND, f"{RESULTS}[1].toolResult.content[0]", {"json": [19, 21]}),
        f"{RESULTS}[1].toolResult.content[0].json",
        CLAUDE,
    ),
    RuleCase("BED-08", replaced(SOUND, f"{ASKED}[0].text", ""), f"{ASKED}[0]", CLAUDE),
    RuleCase("BED-08", replaced(SOUND, f"{ASKED}[0].text", " \n"), f"{ASKED}[0]", CLAUDE),
    RuleCase("BED-08", replaced(SOUND, "$.messages[4].content", "Thanks."), "$.messages[4].content", CLAUDE),
    RuleCase("BED-08", replaced(SOUND, "$.messages[4].content", []), "$.messages[4].content", CLAUDE),
    RuleCase("BED-08", replaced(SOUND, "$.system[0].text", ""), "$.system[0]", CLAUDE),
    RuleCase("BED-08", replaced(SOUND, f"{TOOL}.description", ""), f"{TOOL}.description", CLAUDE),
    RuleCase(
        "BED-08",
        replaced(replaced(SOUND, f"{RESULTS}[0].toolResult.content", []), f"{RESULTS}[0].toolResult.status", "error"),
        f"{RESULTS}[0].toolResult.content",
        CLAUDE,
    ),
    RuleCase("BED-09", SOUND, f"{CALLS}[0].reasoningContent.reasoningText.signature", NOVA),
    RuleCase("BED-10", SOUND, f"{RESULTS}[0].toolResult.status", LLAMA),
    RuleCase("BED-10", replaced(SOUND, SECOND, document()), f"{SECOND}.document", NOVA),
    RuleCase("BED-10", inserted(SOUND, ASKED, 1, IN_S3), f"{ASKED}[1].document.source.s3Location", CLAUDE),
    RuleCase(
        "BED-11", replaced(WITH_DOCUMENT, f"{ASKED}[1].document.name", "tide.pdf"), f"{ASKED}[1].document.name", NOVA
    ),
    RuleCase("BED-11", inserted(WITH_DOCUMENT, ASKED, 2, document()), f"{ASKED}[2].document.name", CLAUDE),
    RuleCase("BED-11", replaced(SOUND, "$.messages[4].content", [document()]), "$.messages[4].content[0]", CLAUDE),
    RuleCase("BED-11", inserted(SOUND, "$.messages[3].content", 1, image()), "$.messages[3].content[1]", CLAUDE),
    RuleCase("BED-11", replaced(SOUND, f"{ASKED}[1]", image("jpg")), f"{ASKED}[1].image.format", CLAUDE),
    RuleCase("BED-11", replaced(SOUND, f"{ASKED}[1]", image("jpeg")), f"{ASKED}[1].image.format", CLAUDE),
    RuleCase("BED-11", replaced(SOUND, f"{ASKED}[1]", image(data="")), f"{ASKED}[1].image.source.bytes", CLAUDE),
    RuleCase("BED-12", asked(inferenceConfig={"temperature": 1.5}), "$.inferenceConfig.temperature", NOVA),
    RuleCase("BED-12", FORBIDDEN, "$.toolConfig.toolChoice", CLAUDE),
    RuleCase("BED-12", inserted(SOUND, ASKED, 1, {"cachePoint": {"type": "default"}}), f"{ASKED}[1]", LLAMA),
    RuleCase("BED-12", FIVE_MARKS, "$.messages[4].content[3]", CLAUDE),
    RuleCase("BED-12", FIVE_MARKS, "$.messages[4].content[3]", NOVA),
    RuleCase("BED-12", replaced(SOUND, CHOICE, {"any": {}}), f"{CHOICE}.any", COMMAND),
    RuleCase("BED-12", replaced(SOUND, CHOICE, {"auto": {}}), f"{CHOICE}.auto", LLAMA),
    RuleCase("BED-12", replaced(SOUND, CHOICE, {"tool": {"name": "tides"}}), f"{CHOICE}.tool", MISTRAL),
    RuleCase("BED-11", MANY_IMAGES, "$.messages[4].content[20]", NOVA),
    RuleCase("BED-11", MANY_DOCUMENTS, "$.messages[4].content[5]", CLAUDE),
    RuleCase(
        "BED-11", replaced(SOUND, f"{ASKED}[1]", image(data="A" * 5_250_000)), f"{ASKED}[1].image.source.bytes", CLAUDE
    ),
    RuleCase("BED-11", replaced(SOUND, f"{ASKED}[1]", image(data=WIDE)), f"{ASKED}[1].image.source.bytes", CLAUDE),
    RuleCase("ANT-41", UNSIGNED, f"{CALLS}[0].reasoningContent.reasoningText", CLAUDE),
    RuleCase(
        "ANT-41",
        replaced(SOUND, f"{CALLS}[0].reasoningContent.reasoningText.signature", "not a signature!"),
        f"{CALLS}[0].reasoningContent.reasoningText.signature",
        CLAUDE,
    ),
]
