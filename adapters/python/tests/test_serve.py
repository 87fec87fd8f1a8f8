"""The protocol, spoken with an engine of a few lines, in a process of its own."""

import base64
import json
import math
import os
import subprocess
import sys
import tempfile
import textwrap
import unittest

import numpy as np

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, ROOT)

from plumbline_engine.arrays import decode, encode  # noqa: E402

#: a point that moves along a line, and complains about everything on stdout
ENGINE = """
import os
import numpy as np
from plumbline_engine import Engine, Rejected, Simulation, Unsupported, serve

class Point(Simulation):
    def __init__(self):
        self.all = {"qpos": np.zeros(1), "qvel": np.zeros(1), "ctrl": np.zeros(1), "opt.timestep": np.array([0.5]), "ncon": 3}

    def read(self, field):
        print("reading", field)
        return self.all.get(field)

    def write(self, field, values, offset=0):
        self.all[field][offset : offset + values.size] = values

    def reset(self):
        self.all["qpos"][:] = 7

    def forward(self):
        os.write(1, b"a library prints this\\n")

    def step(self):
        if self.all["qvel"][0] > 100:
            raise FloatingPointError("too fast")
        self.all["qpos"] += self.all["opt.timestep"] * self.all["qvel"]

    def step1(self):
        self.all["ctrl"][:] = -1

    def call(self, function, args):
        return self.all["qpos"] + args[0] if function == "shifted" else None

    def step2(self):
        self.all["qpos"] += self.all["ctrl"]

class Points(Engine):
    name = "points"
    version = "2"

    def load(self, xml, assets):
        if xml == "wrong":
            raise Rejected("no such element")
        if xml == "later":
            raise Unsupported("not yet")
        assert assets == {"a/b.txt": b"hello"}
        return Point()

serve(Points())
"""


def talk(source, requests):
    """The answers of an engine to a list of requests."""
    text = "".join(json.dumps(request) + "\n" for request in requests)
    env = {**os.environ, "PYTHONPATH": ROOT}
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(source)], input=text.encode(), capture_output=True, env=env)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0, done.stderr.decode()
    return answers, done.stderr.decode()


def case(**changes):
    request = {
        "id": 5, "command": "case", "case": "x/y", "model": "<mujoco/>", "kind": "trajectory", "drive": "step",
        "assets": {"a/b.txt": base64.b64encode(b"hello").decode()},
        "model_fields": ["opt.timestep", "nothing"], "results": ["ncon", "qpos"], "inverse": [], "next": ["qpos"],
        "frames": [{"state": {"qpos": [1], "qvel": encode(np.array([2.0]))}}],
    }
    return {**request, **changes}


def values(fields, name):
    return decode(fields[name]).tolist()


class ArraysTest(unittest.TestCase):
    def test_every_type_comes_back_as_it_was(self):
        for dtype in ("f8", "f4", "i4", "u1", "i1", ">f8"):
            array = np.array([0, 1, 100, 3], dtype)
            self.assertEqual(decode(encode(array)).tolist(), array.tolist())
        self.assertIn("f64", encode(np.zeros((2, 2))))

    def test_numbers_that_json_lacks_come_back(self):
        odd = np.array([math.nan, math.inf, -math.inf, -0.0])
        for back in (decode(encode(odd)), decode(["NaN", "Infinity", "-Infinity", -0.0])):
            self.assertTrue(np.isnan(back[0]))
            self.assertEqual(back[1:].tolist(), [math.inf, -math.inf, 0])
            self.assertTrue(np.signbit(back[3]))
        self.assertEqual([encode(x) for x in (math.nan, math.inf, -math.inf)], ["NaN", "Infinity", "-Infinity"])

    def test_other_types_are_lists_of_numbers(self):
        self.assertEqual(encode(np.array([2**40])), [2**40])
        self.assertEqual(decode(encode(np.array([True, False]))).tolist(), [1, 0])
        self.assertEqual(decode(encode(b"A\xc3")).tolist(), [65, -61])
        self.assertEqual((encode(True), encode(3), encode(np.float64(0.5))), (1, 3, 0.5))


class ServeTest(unittest.TestCase):
    def test_hello_says_what_the_engine_is(self):
        (answer,), _ = talk(ENGINE, [{"id": 0, "command": "hello", "protocol": 1}])
        self.assertEqual((answer["id"], answer["protocol"], answer["name"], answer["version"]), (0, 1, "points", "2"))
        self.assertEqual((answer["fields"], answer["precision"], answer["arrays"]), ("all", "f64", "base64"))

    def test_an_engine_is_served_by_its_name_and_may_print_while_it_is_imported(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "points.py"), "w", encoding="utf-8") as file:
                file.write("print('imported')\n" + ENGINE.replace("serve(Points())", "made = Points()"))
            for name in ("Points", "made"):
                done = subprocess.run(
                    [sys.executable, "-m", "plumbline_engine", f"points:{name}"], input=b'{"id": 0, "command": "hello"}\n',
                    capture_output=True, cwd=folder, env={**os.environ, "PYTHONPATH": ROOT},
                )
                self.assertEqual(json.loads(done.stdout)["name"], "points", done.stderr)
                self.assertIn(b"imported", done.stderr)

    def test_prints_go_to_the_log(self):
        answers, log = talk(ENGINE, [case()])
        self.assertEqual(len(answers), 1)
        self.assertIn("a library prints this", log)
        self.assertIn("reading qpos", log)

    def test_a_step_begins_from_the_state_that_is_given(self):
        frames = [{"state": {"qpos": [1], "qvel": [2]}, "set": {"opt.timestep": [0.25]}}, {"state": {"qpos": [5], "qvel": [4]}}]
        (answer,), _ = talk(ENGINE, [case(frames=frames)])
        self.assertEqual((answer["id"], answer["outcome"]), (5, "loaded"))
        self.assertEqual(values(answer["model"], "opt.timestep"), [0.5])
        self.assertNotIn("nothing", answer["model"])
        self.assertEqual([values(it["results"], "qpos") for it in answer["frames"]], [[1], [5]])
        self.assertEqual([values(it["next"], "qpos") for it in answer["frames"]], [[1.5], [6]])
        self.assertEqual(answer["frames"][0]["results"]["ncon"], 3)

    def test_static_frames_are_reset_but_for_the_first(self):
        frames = [{"state": {}}, {"state": {}}, {"state": {}, "set": {"qpos[0]": 3}}]
        (answer,), _ = talk(ENGINE, [case(drive="forward", frames=frames)])
        self.assertEqual([values(it["results"], "qpos") for it in answer["frames"]], [[0], [7], [3]])
        self.assertNotIn("next", answer["frames"][0])

    def test_controls_are_written_between_the_halves_of_a_step(self):
        frames = [{"state": {"qpos": [1], "ctrl": [10]}}]
        (answer,), _ = talk(ENGINE, [case(drive="split", frames=frames)])
        self.assertEqual(values(answer["frames"][0]["next"], "qpos"), [11])

    def test_calls_are_answered_end_to_end_but_for_functions_that_an_engine_lacks(self):
        calls = {"shifted": [[10], [20]], "unknown": [[]]}
        (answer,), _ = talk(ENGINE, [case(calls=calls)])
        (frame,) = answer["frames"]
        self.assertEqual({name: decode(it).tolist() for name, it in frame["calls"].items()}, {"call.shifted": [11, 21]})
        self.assertEqual(values(frame["next"], "qpos"), [2])

    def test_a_free_run_begins_afresh_and_is_given_inputs_alone(self):
        free = [{"inputs": {}}, {"inputs": {"ctrl": [0]}, "set": {"qvel": [4]}}]
        (answer,), _ = talk(ENGINE, [case(free=free)])
        self.assertEqual([values(it, "qpos") for it in answer["free"]], [[2], [4]])

    def test_refusals_are_told_apart(self):
        (wrong, later), _ = talk(ENGINE, [case(model="wrong"), case(model="later", id=6)])
        self.assertEqual((wrong["outcome"], wrong["message"]), ("rejected", "no such element"))
        self.assertEqual((later["id"], later["outcome"]), (6, "unsupported"))

    def test_an_engine_that_breaks_fails_one_case_and_keeps_what_it_had(self):
        frames = [{"state": {"qpos": [1], "qvel": [2]}}, {"state": {"qvel": [200]}}]
        (broken, whole), log = talk(ENGINE, [case(frames=frames), case()])
        self.assertEqual(broken["error"], "FloatingPointError: too fast")
        self.assertEqual(values(broken["frames"][0]["next"], "qpos"), [2])
        self.assertEqual(len(broken["frames"]), 1)
        self.assertIn("Traceback", log)
        self.assertNotIn("error", whole)

    def test_inverse_dynamics_that_an_engine_lacks_are_unsupported(self):
        frames = [{"state": {}, "qacc": [0]}]
        (answer,), _ = talk(ENGINE.replace('"ncon": 3', '"qacc": np.zeros(1)'), [case(drive="inverse", frames=frames)])
        self.assertEqual(answer["outcome"], "unsupported")

    def test_unknown_commands_are_errors(self):
        (answer,), _ = talk(ENGINE, [{"id": 3, "command": "dance"}])
        self.assertEqual((answer["id"], answer["error"]), (3, "there is no command 'dance'"))


if __name__ == "__main__":
    unittest.main()
