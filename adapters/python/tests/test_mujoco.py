"""MuJoCo's bindings as an engine."""

import base64
import json
import os
import subprocess
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, ROOT)

MODEL = """<mujoco>
  <asset><mesh name="m" file="parts/corner.obj"/></asset>
  <worldbody>
    <geom type="plane" size="1 1 .1"/>
    <body name="ball" pos="0 0 .05"><freejoint/><geom size=".1"/></body>
    <body pos="1 0 1"><freejoint/><geom type="mesh" mesh="m" contype="0" conaffinity="0"/></body>
  </worldbody>
</mujoco>"""
CORNER = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"


class MujocoTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        process = subprocess.Popen(
            [sys.executable, "-m", "plumbline_engine.mujoco"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, cwd=ROOT,
        )
        frames = [{"state": {"qvel": [0, 0, -1] + 9 * [0]}, "set": {"opt.gravity": [0, 0, -5], "qpos[7]": 2}}]
        base = {"command": "case", "case": "x", "drive": "step", "kind": "trajectory", "inverse": [], "free": [{"inputs": {}}]}
        whole = {
            **base, "id": 1, "model": MODEL, "assets": {"parts/corner.obj": base64.b64encode(CORNER).decode()},
            "model_fields": ["nv", "opt.gravity", "stat.extent", "body_mass", "names", "jnt_limited", "nosuchfield"],
            "results": ["ncon", "contact.dist", "contact.geom", "qacc", "efc_J", "warning", "eq_active", "qpos"],
            "next": ["time", "qvel", "warning"], "frames": frames,
            "calls": {"name2id": [[5, ""], [1, "ball"]], "id2name": [[1, 1]], "setTotalmass": [[3]], "getTotalmass": [[]]},
        }
        wrong = {**whole, "id": 2, "model": MODEL.replace("<geom size", "<goem size")}
        lost = {**whole, "id": 3, "assets": {}}
        escaping = {**whole, "id": 4, "assets": {"../../x": ""}}
        text = "".join(json.dumps(it) + "\n" for it in ({"id": 0, "command": "hello"}, whole, wrong, lost, escaping))
        out, cls.log = process.communicate(text.encode(), timeout=100)
        cls.hello, cls.whole, cls.wrong, cls.lost, cls.escaping = map(json.loads, out.splitlines())

    def test_hello_tells_the_version(self):
        self.assertEqual(self.hello["name"], "mujoco")
        self.assertRegex(self.hello["version"], r"^\d+\.\d+\.\d+")

    def test_fields_are_read_by_mujocos_names(self):
        from plumbline_engine.arrays import decode

        model, (frame,) = self.whole["model"], self.whole["frames"]
        self.assertEqual(model["nv"], 12)
        self.assertNotIn("nosuchfield", model)
        self.assertEqual(decode(model["opt.gravity"]).tolist(), [0, 0, -9.81])
        self.assertGreater(model["stat.extent"], 0)
        results = frame["results"]
        self.assertEqual(results["ncon"], 1)
        self.assertAlmostEqual(decode(results["contact.dist"])[0], -0.05)
        self.assertEqual(decode(results["contact.geom"]).tolist(), [0, 1])
        self.assertEqual(decode(results["qpos"])[7], 2)
        # gravity was changed after the model had been read
        self.assertAlmostEqual(decode(results["qacc"])[8], -5)
        self.assertEqual(len(self.whole["free"]), 1)

    def test_functions_are_called_and_the_model_is_put_back(self):
        from plumbline_engine.arrays import decode

        calls = {name: decode(it).tolist() for name, it in self.whole["frames"][0]["calls"].items()}
        self.assertEqual(calls["call.name2id"], [-1, 1])
        self.assertEqual(bytes(map(int, calls["call.id2name"])), b"ball")
        self.assertAlmostEqual(sum(calls["call.setTotalmass"][:3]), 3)
        mass = sum(decode(self.whole["model"]["body_mass"]))
        self.assertGreater(abs(mass - 3), 1)
        self.assertAlmostEqual(calls["call.getTotalmass"][0], mass)

    def test_a_step_is_taken(self):
        (frame,) = self.whole["frames"]
        self.assertEqual(frame["next"]["time"], 0.002)

    def test_what_mujoco_refuses_is_rejected_without_a_path_of_this_machine(self):
        self.assertEqual([it["outcome"] for it in (self.wrong, self.lost)], ["rejected", "rejected"])
        self.assertIn("goem", self.wrong["message"])
        self.assertIn("parts/corner.obj", self.lost["message"])
        self.assertNotIn("plumbline-", self.lost["message"])

    def test_assets_stay_in_the_folder_of_the_model(self):
        self.assertIn("outside", self.escaping["error"])


if __name__ == "__main__":
    unittest.main()
