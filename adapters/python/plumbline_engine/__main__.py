"""Serves an engine by its name: `python -m plumbline_engine my_module:MyEngine`."""

import importlib
import sys

from .serve import serve


def main(args):
    if len(args) != 1 or args[0].count(":") != 1:
        sys.exit("usage: python -m plumbline_engine MODULE:CLASS")
    module, name = args[0].split(":")
    found = getattr(importlib.import_module(module), name)
    # a class or a function makes the engine, anything else is one
    serve(found() if callable(found) else found)


if __name__ == "__main__":
    main(sys.argv[1:])
