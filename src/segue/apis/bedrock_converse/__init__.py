"""Amazon Bedrock's Converse, whichever model answers behind it."""

from segue.apis.bedrock_converse.mend import mend
from segue.apis.bedrock_converse.read import place, read_messages
from segue.apis.bedrock_converse.request import read_request, write_request
from segue.apis.bedrock_converse.response import read_response, writes_response
from segue.apis.bedrock_converse.wire import WIRE, claims_message, claims_request
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
    writes_response=writes_response,
)
