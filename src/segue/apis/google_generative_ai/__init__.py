"""Google's generateContent (Gemini API and Vertex)."""

from segue.apis.codec import Codec
from segue.apis.google_generative_ai.mend import mend
from segue.apis.google_generative_ai.read import place, read_messages
from segue.apis.google_generative_ai.request import read_request, write_request
from segue.apis.google_generative_ai.response import read_response, writes_response
from segue.apis.google_generative_ai.tools import tool_place
from segue.apis.google_generative_ai.wire import WIRE, claims_message, claims_request

CODEC = Codec(
    wire=WIRE,
    read_request=read_request,
    read_messages=read_messages,
    read_response=read_response,
    write_request=write_request,
    place=place,
    tool_place=tool_place,
    mend=mend,
    claims_message=claims_message,
    claims_request=claims_request,
    writes_response=writes_response,
)
