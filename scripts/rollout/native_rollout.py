"""mujoco.rollout for one request per line of standard input: a JSON object in, a JSON object out.

A request names a folder with model.xml and initial.f64, and possibly control.f64 and warmstart.f64 (doubles, row by
row); the results go to state.f64 and sensordata.f64. The answer says how long the call took.
"""

import json
import os
import pathlib
import sys
import time

import mujoco
from mujoco import rollout
import numpy as np


def read(path, *shape):
    return np.fromfile(path, dtype=np.float64).reshape(shape) if path.exists() else None


def answer(request, models):
    folder = pathlib.Path(request["folder"])
    if folder not in models:
        models[folder] = mujoco.MjModel.from_xml_path(str(folder / "model.xml"))
    model = models[folder]
    steps, spec = request["steps"], request["controlSpec"]
    initial = read(folder / "initial.f64", -1, mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_FULLPHYSICS))
    shape = request.get("controlShape", [len(initial), steps])
    control = read(folder / "control.f64", *shape, mujoco.mj_stateSize(model, spec))
    warmstart = read(folder / "warmstart.f64", -1, model.nv)
    data = [mujoco.MjData(model) for _ in range(max(1, request["workers"]))]
    start = time.perf_counter()
    state, sensordata = rollout.rollout(
        model, data, initial, control,
        nstep=steps, control_spec=spec, initial_warmstart=warmstart, persistent_pool=True,
    )
    seconds = time.perf_counter() - start
    if request.get("write"):
        state.tofile(folder / "state.f64")
        sensordata.tofile(folder / "sensordata.f64")
    return {"seconds": seconds, "shape": list(state.shape)}


def main():
    # MuJoCo prints its warnings to standard output
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    models = {}
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line), models)), file=answers, flush=True)


main()
