"""Answers the harness: one request a line on stdin, one answer a line on stdout, in order."""

import base64
import json
import os
import re
import sys
import traceback
from typing import Callable, Union

import numpy as np

from .arrays import decode, encode
from .base import Engine, Rejected, Simulation, Unsupported

PROTOCOL = 1


def serve(engine: Union[Engine, Callable[[], Engine]]) -> None:
    """Answers until stdin closes. What anything prints meanwhile goes to stderr, which is the engine's log.

    A class or a function that makes the engine may print too; what was printed before cannot be taken back.
    """
    with _take_stdout() as answers:
        if not isinstance(engine, Engine):
            engine = engine()
        for line in sys.stdin.buffer:
            if line.strip():
                text = json.dumps(answer(engine, json.loads(line)), allow_nan=False)
                answers.write(text.encode("ascii") + b"\n")
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
    if command == "case":
        return {**head, **_Case(engine, request).answer()}
    if command == "close":
        return head
    return {**head, "error": f"there is no command {command!r}"}


def _hello(engine: Engine) -> dict:
    return {
        "protocol": PROTOCOL,
        "name": engine.name,
        "version": engine.version,
        "build": engine.build,
        "precision": engine.precision,
        "fields": "all" if engine.fields is None else list(engine.fields),
        **({} if engine.functions is None else {"functions": list(engine.functions)}),
        "drives": list(engine.drives),
        "contacts": engine.contacts,
        "arrays": "base64",
    }


class _Case:
    def __init__(self, engine: Engine, request: dict):
        self._engine = engine
        self._request = request
        self._out = {"outcome": "loaded"}

    def answer(self) -> dict:
        try:
            self._run()
        except (Rejected, Unsupported) as refusal:
            outcome = "rejected" if isinstance(refusal, Rejected) else "unsupported"
            return {"outcome": outcome, "message": str(refusal)}
        except Exception as error:  # whatever an engine raises fails its case, and only that
            traceback.print_exc()
            # what was computed until then is compared first
            return {**self._out, "error": f"{type(error).__name__}: {error}"}
        return self._out

    def _run(self) -> None:
        request, out = self._request, self._out
        sim = self._load()
        try:
            out["model"] = _read(sim, request.get("model_fields", ()))
            out["frames"] = []
            for step, frame in enumerate(request.get("frames", ())):
                out["frames"].append(self._frame(sim, step, frame))
        finally:
            sim.close()
        if "free" in request:
            out["free"] = []
            self._run_freely(out["free"])

    def _load(self) -> Simulation:
        request = self._request
        assets = {path: base64.b64decode(text) for path, text in request.get("assets", {}).items()}
        return self._engine.load(request["model"], assets)

    def _frame(self, sim: Simulation, step: int, frame: dict) -> dict:
        request, drive, state = self._request, self._request["drive"], frame["state"]
        is_static = drive in ("forward", "inverse")
        if is_static and step > 0:
            sim.reset()
        _write(sim, state)
        _write(sim, frame.get("set", {}))
        sim.forward()
        out = {"results": _read(sim, request.get("results", ()))}
        if drive == "inverse":
            _write(sim, {"qacc": frame["qacc"]})
            sim.inverse()
            out["inverse"] = _read(sim, request.get("inverse", ()))
        if request.get("calls"):
            out["calls"] = _call(sim, request["calls"])
        if not is_static:
            _write(sim, state)
            self._advance(sim, state)
            out["next"] = _read(sim, request.get("next", ()))
        return out

    def _run_freely(self, out: list) -> None:
        """Runs from the first state on, with nothing set but the inputs."""
        request = self._request
        sim = self._load()
        try:
            _write(sim, request["frames"][0]["state"])
            for entry in request["free"]:
                _write(sim, entry["inputs"])
                _write(sim, entry.get("set", {}))
                self._advance(sim, entry["inputs"])
                out.append(_read(sim, request.get("next", ())))
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


_PATH = re.compile(r"([^\[]+)(?:\[(\d+)\])?$")


def _write(sim: Simulation, values: dict) -> None:
    """Sets fields, and elements as `field[i]`, in the order in which they come."""
    for path, value in values.items():
        field, index = _PATH.match(path).groups()
        sim.write(field, decode(value), int(index or 0))


def _call(sim: Simulation, calls: dict) -> dict:
    """What functions give that are called, all calls end to end; those that the engine lacks are left out."""
    out = {}
    for name, each in calls.items():
        given = [sim.call(name, args) for args in each]
        if all(values is not None for values in given):
            out[f"call.{name}"] = encode(np.concatenate([np.asarray(values, float).reshape(-1) for values in given]))
    return out


def _read(sim: Simulation, fields) -> dict:
    """The fields that the engine has."""
    found = ((field, sim.read(field)) for field in fields)
    return {field: encode(value) for field, value in found if value is not None}
