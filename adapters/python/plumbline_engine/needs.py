"""Imports what an engine needs, or says what to install."""

import contextlib
import os
import sys


@contextlib.contextmanager
def needs(*requirements):
    """Ends the program with the command that installs what an import lacks. What the import prints goes to stderr."""
    sys.stdout.flush()
    pipe = os.dup(1)
    os.dup2(2, 1)
    try:
        yield
    except ImportError as error:
        wanted = " ".join(f"'{it}'" if "<" in it or ">" in it else it for it in requirements)
        sys.exit(f"error: {error}; it is there after: {sys.executable} -m pip install {wanted}")
    finally:
        sys.stdout.flush()
        os.dup2(pipe, 1)
        os.close(pipe)
