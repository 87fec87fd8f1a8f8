"""MuJoCo XLA as an engine: `python -m plumbline_engine.mjx`, or with `--single` in single precision.

MJX takes its models from MuJoCo, and compiles a program for every model, which takes seconds: run few cases, with
patience. It offers what its data have; contacts come in an order of its own.
"""

import dataclasses
import importlib.metadata
import sys

from .needs import needs

with needs("mujoco-mjx==3.5.0", "mujoco==3.5.0", "jax<0.10"):
    import jax
    import mujoco
    from mujoco import mjx

from .base import Unsupported
from .compiled import CompiledSimulation
from .mujoco import MujocoEngine
from .serve import serve

#: what belongs to the solver's own storage
_OWN = {"contact", "solver_niter"}


def _offered():
    """The fields of MJX's data."""
    model = mujoco.MjModel.from_xml_string("<mujoco/>")
    placed = mjx.put_data(model, mujoco.MjData(model))
    parts = [(placed, ""), (placed._impl, ""), (placed._impl.contact, "contact.")]
    names = {prefix + it.name for part, prefix in parts for it in dataclasses.fields(part)}
    return sorted(name for name in names if not name.startswith("_") and name not in _OWN)


class MjxSimulation(CompiledSimulation):
    """A model and a state of MuJoCo, whose dynamics MJX computes."""

    def _use_model(self):
        try:
            self._placed = mjx.put_model(self.model)
        except (NotImplementedError, ValueError) as error:
            raise Unsupported(f"MJX: {error}") from None
        self._step = jax.jit(mjx.step)

    def _compute(self):
        if self.model.opt.integrator == mujoco.mjtIntegrator.mjINT_RK4:
            # what remains of a step are the results of its last stage
            raise Unsupported("the adapter does not show results of the Runge-Kutta integrator")
        try:
            done = self._step(self._placed, mjx.put_data(self.model, self.data))
        except NotImplementedError as error:
            raise Unsupported(f"MJX: {error}") from None
        mjx.get_data_into(self.data, self.model, done)


class MjxEngine(MujocoEngine):
    """MJX in double precision, on whatever device JAX finds."""

    name = "mjx"
    version = importlib.metadata.version("mujoco-mjx")
    build = f"jax {jax.__version__}, {jax.default_backend()}"
    drives = ("forward", "step")
    contacts = "unordered"

    def __init__(self):
        super().__init__()
        jax.config.update("jax_enable_x64", self.precision == "f64")
        self.fields = MjxSimulation.fields = _offered()

    def load(self, xml, assets):
        loaded = super().load(xml, assets)
        return MjxSimulation(loaded.model, loaded.data)


class MjxEngine32(MjxEngine):
    """MJX in single precision, which is its default."""

    precision = "f32"


if __name__ == "__main__":
    serve(MjxEngine32 if "--single" in sys.argv else MjxEngine)
