"""Native MuJoCo for minting goldens: answers one request at a time over two named pipes, given as arguments."""

import json
import sys

import mujoco
import numpy as np

from plumbline_engine.arrays import decode, encode
from plumbline_engine.base import Rejected
from plumbline_engine.mujoco import MujocoEngine, MujocoSimulation


class Oracle:
    """Loads models, and does with them what it is told."""

    def __init__(self):
        self._engine = MujocoEngine()
        self._simulations = {}

    def load(self, sim, xml, assets):
        self._simulations[sim] = self._engine.load(xml, {path: decode(bytes).tobytes() for path, bytes in assets.items()})

    def sibling(self, sim, of):
        model = self._simulations[of].model
        self._simulations[sim] = MujocoSimulation(model, mujoco.MjData(model))

    def close(self, sim):
        del self._simulations[sim]

    def read(self, sim, field):
        value = self._simulations[sim].read(field)
        return None if value is None else encode(value)

    def write(self, sim, field, values, offset):
        self._simulations[sim].write(field, decode(values), offset)

    def keyframe(self, sim, key):
        it = self._simulations[sim]
        mujoco.mj_resetDataKeyframe(it.model, it.data, key)

    def integrate(self, sim, velocity, time):
        it = self._simulations[sim]
        mujoco.mj_integratePos(it.model, it.data.qpos, decode(velocity), time)

    def run(self, sim, stage):
        getattr(self._simulations[sim], stage)()

    def call(self, sim, function, args):
        value = self._simulations[sim].call(function, args)
        return None if value is None else encode(np.asarray(value, np.float64))


def main():
    oracle = Oracle()
    with open(sys.argv[1], encoding="utf-8") as requests, open(sys.argv[2], "w", encoding="ascii") as answers:
        for line in requests:
            name, *args = json.loads(line)
            try:
                answer = {"value": getattr(oracle, name)(*args)}
            except Rejected as refusal:
                answer = {"rejected": str(refusal)}
            except Exception as error:  # whatever goes wrong is told to whoever asked
                answer = {"error": f"{type(error).__name__}: {error}"}
            answers.write(json.dumps(answer) + "\n")
            answers.flush()


if __name__ == "__main__":
    main()
