"""The plugin, in a pytest of its own, with the harness of this checkout and MuJoCo's bindings as the engine."""

import importlib.metadata
import os
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, ROOT)

#: MuJoCo, and the same with a step that is off
ENGINES = """
from plumbline_engine.mujoco import MujocoEngine as Right, MujocoSimulation

class Off(MujocoSimulation):
    def step(self):
        super().step()
        self.data.qvel[0] += 1e-6

class Wrong(Right):
    name = "wrong"

    def load(self, xml, assets):
        loaded = super().load(xml, assets)
        print("loaded a model")
        return Off(loaded.model, loaded.data)
"""

#: does pytest find the plugin by itself?
IS_INSTALLED = any(it.metadata["Name"] == "plumbline-engine" for it in importlib.metadata.distributions())

class PluginTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        with open(os.path.join(self.folder, "engines.py"), "w", encoding="utf-8") as file:
            file.write(ENGINES)

    def pytest(self, *args, **env):
        """Exit code and output of a pytest."""
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-v"]
        if not IS_INSTALLED:
            command += ["-p", "plumbline_engine.pytest_plugin"]
        env = {**os.environ, "PYTHONPATH": ROOT, **env}
        done = subprocess.run([*command, *args], cwd=self.folder, env=env, capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def test_every_golden_of_an_item_is_a_test(self):
        code, text = self.pytest("--plumbline-engine", "engines:Right", "--plumbline-item", "24")
        self.assertEqual(code, 0, text)
        self.assertIn("plumbline::24/ac1 PASSED", text)
        self.assertRegex(text, r"mujoco [\d.]+ against MuJoCo [\d.]+: (\d+) of \1 goldens, \d+ scalars compared")

    def test_a_difference_fails_its_test_and_says_where(self):
        code, text = self.pytest("--plumbline-engine", "engines:Wrong", "--plumbline-item", "24", "-k", "ac1 or ac7")
        self.assertEqual(code, 1, text)
        self.assertIn("plumbline::24/ac1 FAILED", text)
        self.assertIn("step 0  next.qvel[0] (free joint 0)", text)
        self.assertIn("loaded a model", text)
        self.assertIn("24/ac1 shows: Asymmetric friction", text)
        self.assertRegex(text, r"0 of \d goldens")

    def test_own_tests_run_beside_it(self):
        with open(os.path.join(self.folder, "test_own.py"), "w", encoding="utf-8") as file:
            file.write("def test_own(): pass\n")
        code, text = self.pytest("--plumbline-engine", "engines:Right", "--plumbline-case", "24/ac1")
        self.assertEqual(code, 0, text)
        self.assertIn("2 passed", text)
        code, text = self.pytest()
        self.assertIn("1 passed", text)
        self.assertNotIn("Plumbline", text)

    def test_what_cannot_be_run_is_no_success(self):
        for args, complaint in [
            (["engines:Right", "--plumbline-item", "99"], "item '99' is unknown, the items are 1 2"),
            (["engines:Right", "--plumbline-case", "none"], "--plumbline-case none: there is no such case"),
            (["engines"], "--plumbline-engine engines: expected MODULE:CLASS"),
            (["nowhere:Right", "--plumbline-case", "24/ac1"], "No module named 'nowhere'"),
            (["engines:Right", "--plumbline-golden", "none"], "none: there is no such directory or archive of goldens"),
        ]:
            with self.subTest(args=args):
                code, text = self.pytest("--plumbline-engine", *args)
                self.assertNotIn(code, (0, 5), text)
                self.assertIn(complaint, text)

    def test_deno_is_asked_for_where_it_is_missing(self):
        code, text = self.pytest("--plumbline-engine", "engines:Right", PATH=self.folder, PYTHONPATH=ROOT + os.pathsep + self.no_deno())
        self.assertEqual(code, 4, text)
        self.assertIn("pip install deno", text)

    def no_deno(self):
        """A folder from which a `deno` is imported that has none."""
        with open(os.path.join(self.folder, "deno.py"), "w", encoding="utf-8") as file:
            file.write("def find_deno_bin(): raise FileNotFoundError('deno')\n")
        return self.folder


if __name__ == "__main__":
    unittest.main()
