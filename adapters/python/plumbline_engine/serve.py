"""Answers the harness: one request a line on stdin, one answer a line on stdout, in order."""

import base64
import json
import os
import re
import sys
import traceback

from .arrays import decode, encode
from .base import Engine, Rejected, Simulation, Unsupported

PROTOCOL = 1


def serve(engine: Engine) -> None:
    """Answers until stdin closes. What anything prints meanwhile goes to stderr, where it does no harm."""
    with _take_stdout() as answers:
        for line in sys.stdin.buffer:
            if line.strip():
                answers.write(json.dumps(answer(engine, json.loads(line)), allow_nan=False).encode("ascii") + b"\n")
                answers.flush()


def _take_stdout():
    """The pipe to the harness. File descriptor 1, which libraries in C print to, becomes stderr."""
    sys.stdout.flush()
    pipe = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return pipe


def answer(engine: Engine, request: dict) -> dict:
    """The answer to one request."""
    head = {"id": request.get("id")}
    command = request.get("command")
    if command == "hello":
        return {**head, **_hello(engine)}
    if command != "case":
        return {**head, "error": f"there is no command {command!r}"}
    run = _Run(engine, request)
    try:
        return {**head, **run.answer()}
    except Exception as error:  # whatever an engine raises fails its case, and only that
        traceback.print_exc()
        return {**head, "error": f"{type(error).__name__}: {error}", "step": run.step}


def _hello(engine: Engine) -> dict:
    return {
        "protocol": PROTOCOL,
        "name": engine.name,
        "version": engine.version,
        "build": engine.build,
        "precision": engine.precision,
        "fields": "all" if engine.fields is None else list(engine.fields),
        "drives": list(engine.drives),
        "contacts": engine.contacts,
        "arrays": "base64",
    }


class _Run:
    """A case."""

    def __init__(self, engine: Engine, request: dict):
        self._engine = engine
        self._request = request
        #: frame that is being computed, -1 before the first
        self.step = -1

    def answer(self) -> dict:
        request = self._request
        try:
            sim = self._load()
        except (Rejected, Unsupported) as refusal:
            outcome = "rejected" if isinstance(refusal, Rejected) else "unsupported"
            return {"outcome": outcome, "message": str(refusal)}
        try:
            out = {"outcome": "loaded", "model": _read(sim, request.get("model_fields", ()))}
            if request["kind"] == "trajectory":
                out["frames"] = [self._frame(sim, i, frame) for i, frame in enumerate(request["frames"])]
        except Unsupported as refusal:
            return {"outcome": "unsupported", "message": str(refusal)}
        finally:
            sim.close()
        if request.get("free"):
            out["free"] = self._free()
        return out

    def _load(self) -> Simulation:
        request = self._request
        assets = {path: base64.b64decode(text) for path, text in request.get("assets", {}).items()}
        return self._engine.load(request["model"], assets)

    def _frame(self, sim: Simulation, step: int, frame: dict) -> dict:
        request, drive = self._request, self._request["drive"]
        self.step = step
        is_static = drive in ("forward", "inverse")
        if is_static and step > 0:
            sim.reset()
        _write(sim, frame["state"])
        _write(sim, frame.get("set", {}))
        sim.forward()
        out = {"results": _read(sim, request.get("results", ()))}
        if drive == "inverse":
            _write(sim, {"qacc": frame["qacc"]})
            sim.inverse()
            out["inverse"] = _read(sim, request.get("inverse", ()))
        if not is_static:
            _write(sim, frame["state"])
            self._advance(sim, frame["state"])
            out["next"] = _read(sim, request.get("next", ()))
        return out

    def _free(self) -> list:
        """Runs from the first state on, with nothing but the inputs set."""
        request = self._request
        sim = self._load()
        try:
            _write(sim, request["frames"][0]["state"])
            out = []
            for step, entry in enumerate(request["free"]):
                self.step = step
                _write(sim, entry.get("inputs", {}))
                _write(sim, entry.get("set", {}))
                self._advance(sim, entry.get("inputs", {}))
                out.append(_read(sim, request.get("next", ())))
            return out
        finally:
            sim.close()

    def _advance(self, sim: Simulation, inputs: dict) -> None:
        if self._request["drive"] != "split":
            sim.step()
            return
        sim.step1()
        if "ctrl" in inputs:
            _write(sim, {"ctrl": inputs["ctrl"]})
        sim.step2()


_PATH = re.compile(r"^([^\[]+)(?:\[(\d+)\])?$")


def _write(sim: Simulation, values: dict) -> None:
    """Sets fields, and elements as `field[i]`, in the order in which they come."""
    for path, value in values.items():
        field, index = _PATH.match(path).groups()
        array = decode(value)
        if array.size > 0:
            sim.write(field, array, int(index or 0))


def _read(sim: Simulation, fields) -> dict:
    """The fields that the engine has."""
    found = ((field, sim.read(field)) for field in fields)
    return {field: encode(value) for field, value in found if value is not None}
