"""Serves an engine by its name: `python -m plumbline_engine my_module:MyEngine`."""

import importlib
import sys

from .base import Engine
from .serve import serve


def main(args):
    if len(args) != 1 or args[0].count(":") != 1:
        sys.exit("usage: python -m plumbline_engine MODULE:CLASS")
    serve(lambda: _make(*args[0].split(":")))


def _make(module, name):
    """The engine of that name, or what a class or a function of that name makes."""
    found = getattr(importlib.import_module(module), name)
    return found if isinstance(found, Engine) else found()


if __name__ == "__main__":
    main(sys.argv[1:])
