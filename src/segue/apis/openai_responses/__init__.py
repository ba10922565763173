"""OpenAI Responses (``POST /v1/responses``): a flat list of items instead of messages."""

from segue.apis.codec import Codec
from segue.apis.openai_responses.mend import mend, respell
from segue.apis.openai_responses.read import place, read_messages
from segue.apis.openai_responses.request import read_request, write_request
from segue.apis.openai_responses.response import read_response, writes_response
from segue.apis.openai_responses.wire import WIRE, claims_message, claims_request

CODEC = Codec(
    wire=WIRE,
    read_request=read_request,
    read_messages=read_messages,
    read_response=read_response,
    write_request=write_request,
    place=place,
    mend=mend,
    respell=respell,
    claims_message=claims_message,
    claims_request=claims_request,
    writes_response=writes_response,
)
