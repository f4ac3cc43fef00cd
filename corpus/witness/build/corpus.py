"""The list of all topics."""

import denotation
import equations
import evaluation
import higher_order
import known_bugs
import large
import linking
import neurons
import papers
import streams_basic
import streams_clocks
import streams_given
import streams_real
import streams_rejected
import typing_accepted
import typing_rejected

MODULES = [
    typing_accepted,
    typing_rejected,
    evaluation,
    denotation,
    neurons,
    higher_order,
    large,
    linking,
    equations,
    known_bugs,
    papers,
    streams_given,
    streams_basic,
    streams_clocks,
    streams_rejected,
    streams_real,
]


def topics():
    return [topic for module in MODULES for topic in module.topics()]
