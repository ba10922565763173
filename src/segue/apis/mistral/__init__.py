"""Mistral's own chat API (``POST /v1/chat/completions`` at api.mistral.ai)."""

from segue.apis.chat import answers
from segue.apis.codec import Codec
from segue.apis.mistral.mend import mend
from segue.apis.mistral.read import place, read_messages
from segue.apis.mistral.request import read_request, write_request
from segue.apis.mistral.response import read_response
from segue.apis.mistral.wire import WIRE, claims_message, claims_request, claims_response

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
    claims_response=claims_response,
    writes_response=answers,
)
