"""What providers refuse, as data: one entry a rule, with the provider's words, a finder and what mends it.

An API's rules are in the folder of its name:

    look.py     a request of the API as its rules look at it
    order.py    roles, turns, calls and their results
    content.py  what may stand in a message, and how it is spelled
    settings.py what is asked for beside the messages

A folder may have more rooms; its ``__init__`` puts their rules together. Hosts that differ from the API's vendor have
their rules beside the vendor's, and name the host or the dialect flag that they hold for.
"""

from segue.rules.catalogue import APIS, are_plain, broken, rule_for, rule_of, rules_of
from segue.rules.look import Look
from segue.rules.rule import Audience, Finding, Rule

__all__ = ["APIS", "Audience", "Finding", "Look", "Rule", "are_plain", "broken", "rule_for", "rule_of", "rules_of"]
