"""Chat Completions (``POST /v1/chat/completions``), and the dialects that share its wire."""

from segue.apis.chat import answers
from segue.apis.codec import Codec
from segue.apis.openai_completions.mend import mend
from segue.apis.openai_completions.read import place, read_messages
from segue.apis.openai_completions.request import read_request, write_request
from segue.apis.openai_completions.response import read_response
from segue.apis.openai_completions.wire import WIRE, claims_message, claims_request

CODEC = Codec(
    wire=WIRE,
    read_request=read_request,
    read_messages=read_messages,
    read_response=read_response,
    write_request=write_request,
    place=place,
    mend=mend,
    claims_message=claims_message,
    claims_request=claims_request,
    writes_response=answers,
)
