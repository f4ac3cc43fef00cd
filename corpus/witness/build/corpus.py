"""The list of all topics."""

import typing_accepted
import typing_rejected

MODULES = [typing_accepted, typing_rejected]


def topics():
    return [topic for module in MODULES for topic in module.topics()]
