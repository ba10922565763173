"""The libraries that do the same work, each behind one adapter that calls its own conversion functions."""

from .any_llm import ANY_LLM
from .contract import Converters, Peer
from .langchain import LANGCHAIN
from .linguafranca import LINGUAFRANCA
from .litellm import LITELLM
from .rosetta import ROSETTA

PEERS = (ANY_LLM, ROSETTA, LINGUAFRANCA, LITELLM, LANGCHAIN)

__all__ = ["PEERS", "Converters", "Peer"]
