"""Brax as an engine, with its pipeline in generalized coordinates: `python -m plumbline_engine.brax`.

Brax takes its models from MuJoCo, and has a solver, integrator, and contacts of its own. It compiles a program for every
model, which takes seconds: run few cases, with patience.
"""

import importlib.metadata

from .needs import needs

with needs("brax==0.14.2"):
    import jax
    import jax.numpy as jp
    import mujoco
    import numpy as np
    from brax.generalized import pipeline
    from brax.io import mjcf

from .base import Unsupported
from .compiled import CompiledSimulation
from .mujoco import MujocoEngine
from .serve import serve

_FIELDS = ("time", "qpos", "qvel", "qacc", "qfrc_smooth", "qfrc_constraint")


class BraxSimulation(CompiledSimulation):
    """A model and a state of MuJoCo, whose dynamics Brax computes."""

    fields = frozenset(_FIELDS)

    def _use_model(self):
        try:
            mjcf.validate_model(self.model)
            system = mjcf.load_model(self.model)
        except (AssertionError, NotImplementedError, ValueError, IndexError) as error:
            raise Unsupported(f"Brax: {error or 'the model'}") from None
        self._step = jax.jit(lambda q, qd, act: pipeline.step(system, pipeline.init(system, q, qd), act))

    def _compute(self):
        data = self.data
        if data.qfrc_applied.any() or data.xfrc_applied.any():
            raise Unsupported("Brax: applied forces")
        done = self._step(jp.array(data.qpos), jp.array(data.qvel), jp.array(data.ctrl))
        data.time += self.model.opt.timestep
        data.qpos[:] = done.q
        data.qvel[:] = done.qd
        data.qacc[:] = done.qdd
        data.qfrc_smooth[:] = done.qf_smooth
        data.qfrc_constraint[:] = done.qf_constraint


class BraxEngine(MujocoEngine):
    """Brax in double precision, on whatever device JAX finds."""

    name = "brax"
    version = importlib.metadata.version("brax")
    build = f"generalized, jax {jax.__version__}, {jax.default_backend()}"
    drives = ("forward", "step")
    fields = _FIELDS

    def __init__(self):
        super().__init__()
        jax.config.update("jax_enable_x64", True)

    def load(self, xml, assets):
        loaded = super().load(xml, assets)
        return BraxSimulation(loaded.model, loaded.data)


if __name__ == "__main__":
    serve(BraxEngine)
