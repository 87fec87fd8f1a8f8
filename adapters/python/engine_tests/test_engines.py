"""Engines that take long to start, each in the environment that it needs:

    python -m pytest adapters/python/engine_tests -k mjx

Nothing is skipped: an engine that is not installed fails, and says what to install.
"""

import importlib
import os
import sys
import unittest

import numpy as np

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, ROOT)

from plumbline_engine import Unsupported  # noqa: E402

MODEL = """<mujoco>
  <option gravity="0 0 -9.81" timestep="0.01"><flag eulerdamp="disable"/></option>
  <worldbody>
    <body pos="0 0 1"><joint name="hinge" axis="0 1 0" damping="0.1"/><geom size=".1" pos=".5 0 0"/></body>
  </worldbody>
</mujoco>"""


class Engines(unittest.TestCase):
    def check(self, module, name, tolerance, lacking):
        """A step from a state of its own, beside MuJoCo's."""
        from plumbline_engine.mujoco import MujocoEngine

        made = getattr(importlib.import_module(f"plumbline_engine.{module}"), name)()
        pair = made.load(MODEL, {}), MujocoEngine().load(MODEL, {})
        for sim in pair:
            sim.write("qpos", np.array([0.3]))
            sim.write("qvel", np.array([0.7]))
            sim.write("opt.gravity", np.array([-5.0]), 2)
            # what the engine does not compute must not be taken for its result
            sim.data.qacc[:] = np.nan
        mine, native = pair
        for sim in pair:
            sim.forward()
        self.assertEqual(float(mine.read("qpos")[0]), np.float32(0.3) if made.precision == "f32" else 0.3)
        np.testing.assert_allclose(mine.read("qacc"), native.read("qacc"), rtol=tolerance)
        for field in lacking:
            self.assertIsNone(mine.read(field), field)
            self.assertNotIn(field, made.fields)
        for sim in pair:
            sim.step()
        for field in ("qpos", "qvel", "time"):
            np.testing.assert_allclose(mine.read(field), native.read(field), rtol=tolerance)
        # the same state again, of a model that has changed
        for sim in pair:
            sim.write("qpos", np.array([0.3]))
            sim.write("qvel", np.array([0.7]))
            sim.write("opt.timestep", np.array([0.005]))
            sim.step()
        np.testing.assert_allclose(mine.read("qpos"), native.read("qpos"), rtol=tolerance)

    def test_mjx(self):
        self.check("mjx", "MjxEngine", 1e-12, ["nisland", "contact.mu", "body_mass"])

    def test_mjx_refuses(self):
        from plumbline_engine.mjx import MjxEngine

        with self.assertRaisesRegex(Unsupported, "MJX: "):
            MjxEngine().load(MODEL.replace("timestep", 'solver="PGS" timestep'), {})

    def test_warp(self):
        self.check("warp", "WarpEngine", 1e-5, ["nisland", "body_mass"])

    def test_brax(self):
        self.check("brax", "BraxEngine", 1e-4, ["xpos", "body_mass"])


if __name__ == "__main__":
    unittest.main()
