"""MuJoCo XLA as an engine. Compiling takes seconds, so there is one model, of a single joint."""

import importlib.util
import os
import sys
import unittest

import numpy as np

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, ROOT)

from plumbline_engine import Unsupported  # noqa: E402

MODEL = """<mujoco>
  <option gravity="0 0 -9.81" timestep="0.01"/>
  <worldbody>
    <body pos="0 0 1"><joint name="hinge" axis="0 1 0" damping="0.1"/><geom size=".1" pos=".5 0 0"/></body>
  </worldbody>
</mujoco>"""


@unittest.skipUnless(importlib.util.find_spec("mujoco.mjx") if importlib.util.find_spec("mujoco") else None, "needs mujoco-mjx")
class MjxTest(unittest.TestCase):
    def test_dynamics_are_mjxs_and_fields_that_it_lacks_are_told(self):
        from plumbline_engine.mjx import MjxEngine
        from plumbline_engine.mujoco import MujocoEngine

        xla, native = (engine().load(MODEL, {}) for engine in (MjxEngine, MujocoEngine))
        for sim in (xla, native):
            sim.write("qpos", np.array([0.3]))
            sim.write("qvel", np.array([0.7]))
            sim.write("opt.gravity", np.array([-5.0]), 2)
        xla.data.qacc[:] = np.nan
        for sim in (xla, native):
            sim.forward()
        self.assertIsNone(xla.read("nisland"))
        self.assertIsNone(xla.read("contact.mu"))
        np.testing.assert_allclose(xla.read("qacc"), native.read("qacc"), rtol=1e-12)
        for sim in (xla, native):
            sim.step()
        np.testing.assert_allclose(xla.read("qpos"), native.read("qpos"), rtol=1e-12)
        self.assertEqual(xla.read("time"), 0.01)

    def test_what_mjx_does_not_implement_is_unsupported(self):
        from plumbline_engine.mjx import MjxEngine

        with self.assertRaisesRegex(Unsupported, "MJX: "):
            MjxEngine().load(MODEL.replace("timestep", 'solver="PGS" timestep'), {})


if __name__ == "__main__":
    unittest.main()
