"""Engines that take their models from MuJoCo's compiler, and put what they compute into its data."""

import mujoco
import numpy as np

from .base import Unsupported
from .mujoco import MujocoSimulation

_STATE = mujoco.mjtState.mjSTATE_INTEGRATION


class CompiledSimulation(MujocoSimulation):
    """A model and a state of MuJoCo, whose dynamics another engine computes.

    A subclass has `_compute`, which puts the results of one step from the current state into `self.data`: positions
    and velocities after the step, everything else as it was when the forces were computed. `forward` and `step` show
    the two halves of this, so that a program is compiled once for both.
    """

    #: what the engine computes; anything else is not its own
    fields = frozenset()

    def __init__(self, model, data):
        super().__init__(model, data)
        self._done = None
        self._use_model()

    def _use_model(self):
        """Takes over the model, which may have changed."""
        raise NotImplementedError

    def _compute(self):
        raise NotImplementedError

    def read(self, field):
        return super().read(field) if field in self.fields else None

    def write(self, field, values, offset=0):
        super().write(field, values, offset)
        if field.startswith(("opt.", "stat.")) or hasattr(self.model, field):
            self._use_model()
            self._done = None

    def reset(self):
        super().reset()
        self._done = None

    def forward(self):
        before = self._state()
        self._advance(before)
        self._set_state(before)

    def step(self):
        self._advance(self._state())

    def step1(self):
        raise Unsupported("the engine does not split its step")

    def step2(self):
        raise Unsupported("the engine does not split its step")

    def inverse(self):
        raise Unsupported("the adapter does not call inverse dynamics")

    def call(self, function, args):
        return None

    def _advance(self, before):
        """Computes a step, unless the last one began at this very state."""
        if self._done is not None and self._done[0].tobytes() == before.tobytes():
            self._set_state(self._done[1])
            return
        self._compute()
        self._done = before, self._state()

    def _state(self):
        state = np.empty(mujoco.mj_stateSize(self.model, _STATE))
        mujoco.mj_getState(self.model, self.data, state, _STATE)
        return state

    def _set_state(self, state):
        mujoco.mj_setState(self.model, self.data, state, _STATE)
