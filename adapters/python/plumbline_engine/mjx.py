"""MuJoCo XLA as an engine: `python -m plumbline_engine plumbline_engine.mjx:MjxEngine`, or `MjxEngine32`.

MJX takes its models from MuJoCo, and compiles a program for every model, which takes seconds: run few cases, with
patience (`--plumbline-case`, or `conform --case … --patience 300`). What it computes is read back the way that MJX itself
brings results into MuJoCo's data, for the fields that MJX has.
"""

import dataclasses
import importlib.metadata

import jax
import mujoco
from mujoco import mjx

from .base import Unsupported
from .mujoco import MujocoEngine, MujocoSimulation

class MjxSimulation(MujocoSimulation):
    """A model and a state of MuJoCo, whose dynamics MJX computes."""

    def __init__(self, model, data):
        super().__init__(model, data)
        self._device_model = self._on_device()
        self._forward = jax.jit(mjx.forward)
        self._step = jax.jit(mjx.step)
        placed = mjx.put_data(model, data)
        of_data = {it.name for part in (placed, placed._impl) for it in dataclasses.fields(part)}
        of_contacts = {f"contact.{it.name}" for it in dataclasses.fields(placed._impl.contact)}
        self._fields = of_data | of_contacts

    def read(self, field):
        return super().read(field) if self._is_of_model(field) or field in self._fields else None

    def write(self, field, values, offset=0):
        super().write(field, values, offset)
        if self._is_of_model(field):
            self._device_model = self._on_device()

    def _is_of_model(self, field):
        return field.startswith(("opt.", "stat.")) or hasattr(self.model, field)

    def forward(self):
        self._run(self._forward)

    def step(self):
        self._run(self._step)

    def step1(self):
        raise Unsupported("MJX does not split its step")

    def step2(self):
        raise Unsupported("MJX does not split its step")

    def inverse(self):
        raise Unsupported("the adapter does not call MJX's inverse dynamics")

    def call(self, function, args):
        return None

    def _on_device(self):
        try:
            return mjx.put_model(self.model)
        except (NotImplementedError, ValueError) as error:
            raise Unsupported(f"MJX: {error}") from None

    def _run(self, function):
        try:
            done = function(self._device_model, mjx.put_data(self.model, self.data))
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

    def load(self, xml, assets):
        loaded = super().load(xml, assets)
        return MjxSimulation(loaded.model, loaded.data)


class MjxEngine32(MjxEngine):
    """MJX in single precision, which is its default."""

    precision = "f32"
