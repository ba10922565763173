"""Anthropic Messages (``POST /v1/messages``), also as Bedrock, Vertex and others host it."""

from segue.apis.anthropic_messages.mend import mend
from segue.apis.anthropic_messages.read import place, read_messages
from segue.apis.anthropic_messages.request import read_request, write_request
from segue.apis.anthropic_messages.response import read_response, writes_response
from segue.apis.anthropic_messages.wire import WIRE, claims_message, claims_request, may_be_request
from segue.apis.codec import Codec

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
    may_be_request=may_be_request,
    writes_response=writes_response,
)
