"""Plumbline's conformance tests in pytest, a test for each golden:

    pytest --plumbline-engine my_module:MyEngine --plumbline-item 24

The harness runs in Deno, once for all tests that are selected, and starts the engine in processes of its own.
"""

import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

import pytest

#: where this package can be imported from
_PACKAGES = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

#: the checkout that this package may lie in, with harness and goldens
_CHECKOUT = os.path.dirname(os.path.dirname(_PACKAGES))

#: the harness as it is published
_PUBLISHED = "jsr:@plumbline/sim/harness/cli"

_NO_DENO = "Plumbline's harness runs in Deno, which is not there: pip install deno, or see https://deno.com"


def pytest_addoption(parser):
    group = parser.getgroup("plumbline", "conformance to MuJoCo")
    group.addoption("--plumbline-engine", metavar="MODULE:CLASS", help="engine to put under Plumbline's conformance tests")
    group.addoption("--plumbline-item", action="append", default=[], metavar="ID", help="only this item, such as 24 or L4")
    group.addoption("--plumbline-case", action="append", default=[], metavar="ID", help="only this case, such as 24/ac1")
    group.addoption("--plumbline-golden", metavar="DIR", help="directory of the goldens, by default those of Plumbline")
    group.addoption("--plumbline-harness", metavar="FILE", help="the harness, where it is not the one of this package")


def pytest_configure(config):
    if config.getoption("plumbline_engine"):
        config.pluginmanager.register(_Plugin(_Harness(config)), "plumbline-run")


class _Plugin:
    """Adds a test for each golden, and tells of the run at the end."""

    def __init__(self, harness):
        self._harness = harness

    # before others select among tests by name
    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, session, items):
        # what the user can put right is told before anything is collected
        cases = self._harness.cases()
        suite = _Suite.from_parent(session, name="plumbline", nodeid="plumbline", harness=self._harness, cases=cases)
        items.extend(session.genitems(suite))

    def pytest_terminal_summary(self, terminalreporter):
        if self._harness.report is not None:
            terminalreporter.section("Plumbline")
            terminalreporter.line(self._harness.summary())


class _Suite(pytest.Collector):
    """The goldens that the command line selects."""

    def __init__(self, *, harness, cases, **options):
        super().__init__(**options)
        self._harness = harness
        self._cases = cases

    def collect(self):
        for case, isolates in self._cases:
            yield _Golden.from_parent(self, name=case, harness=self._harness, isolates=isolates)


class _Golden(pytest.Item):
    """A golden. The first that is run has the harness run all of them."""

    def __init__(self, *, harness, isolates, **options):
        super().__init__(**options)
        self._harness = harness
        self._isolates = isolates

    def runtest(self):
        selected = [it.name for it in self.session.items if isinstance(it, _Golden)]
        result = self._harness.result(self.name, selected)
        self.user_properties += [(what, result[what]) for what in ("steps", "scalars")]
        if result["verdict"] != "pass":
            raise _Differs(result)

    def repr_failure(self, excinfo, style=None):
        if isinstance(excinfo.value, _Differs):
            return excinfo.value.text(self._isolates)
        if isinstance(excinfo.value, _Broken):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self):
        return "plumbline", None, self.name


class _Differs(Exception):
    """The engine does not do what MuJoCo does."""

    def __init__(self, result):
        super().__init__(result["id"])
        self._result = result

    def text(self, isolates):
        lines = [*self._result["failures"], "", f"{self._result['id']} shows: {isolates}"]
        if self._result.get("log"):
            lines += ["", "log of the engine:", self._result["log"]]
        return "\n".join(lines)


class _Broken(Exception):
    """The harness could not tell."""


class _Harness:
    """The harness in Deno, for the engine that the command line names."""

    def __init__(self, config):
        option = config.getoption
        self._folder = str(config.invocation_params.dir)
        self._engine = option("plumbline_engine")
        self._items = option("plumbline_item")
        self._cases = option("plumbline_case")
        script, golden = os.path.join(_CHECKOUT, "harness", "cli.ts"), os.path.join(_CHECKOUT, "golden")
        is_checkout = os.path.exists(script)
        self._script = option("plumbline_harness") or (script if is_checkout else _PUBLISHED)
        self._golden = option("plumbline_golden") or (golden if is_checkout else None)
        self._results = None
        self._error = None
        self.report = None
        if self._engine.count(":") != 1:
            raise pytest.UsageError(f"--plumbline-engine {self._engine}: expected MODULE:CLASS")

    def cases(self):
        """Ids of the selected cases, each with what it is about."""
        done = self._run([*self._items, "--list", "--format", "json"])
        if done.returncode != 0:
            raise pytest.UsageError(done.stderr.strip())
        listed = {it["id"]: it["isolates"] for item in json.loads(done.stdout)["items"] for it in item["cases"]}
        for wanted in self._cases:
            if not any(_is_named(case, wanted) for case in listed):
                raise pytest.UsageError(f"--plumbline-case {wanted}: there is no such case")
        return [
            (case, isolates) for case, isolates in listed.items()
            if not self._cases or any(_is_named(case, wanted) for wanted in self._cases)
        ]

    def result(self, case, selected):
        """What became of a case; all that are selected are run at once."""
        if self._results is None and self._error is None:
            self._run_suite(selected)
        if self._error is not None:
            raise _Broken(self._error)
        return self._results[case]

    def summary(self):
        report, results = self.report, self._results.values()
        passed = sum(it["verdict"] == "pass" for it in results)
        scalars = sum(it["scalars"] for it in results)
        return (
            f"{report['engine']} against MuJoCo {report['mujoco']}: "
            f"{passed} of {len(results)} goldens, {scalars} scalars compared"
        )

    def _run_suite(self, selected):
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "report.json")
            serve = [sys.executable, "-m", "plumbline_engine", self._engine]
            engine = "exec:" + " ".join(f'"{word}"' for word in serve)
            done = self._run(["--engine", engine, "--format", "json", "--out", out, "--case", *selected])
            if not os.path.exists(out):
                self._error = done.stderr.strip() or f"the harness ended with exit code {done.returncode}"
                return
            with open(out, encoding="utf-8") as file:
                self.report = json.load(file)
        self._results = {it["id"]: it for it in self.report["cases"]}
        if done.returncode != 0 and all(it["verdict"] == "pass" for it in self.report["cases"]):
            self._error = done.stderr.strip() or "the run does not conform"

    def _run(self, args):
        golden = ["--golden", self._golden] if self._golden else []
        command = [_deno(), "run", "--quiet", "--no-prompt", "-A", self._script, *args, *golden]
        # what is imported here can be imported by the engine
        path = os.pathsep.join([_PACKAGES, *filter(None, sys.path), os.environ.get("PYTHONPATH", "")])
        env = {**os.environ, "NO_COLOR": "1", "PYTHONPATH": path.strip(os.pathsep)}
        try:
            return subprocess.run(command, cwd=self._folder, env=env, capture_output=True, text=True, encoding="utf-8")
        except OSError as error:
            raise pytest.UsageError(f"{shlex.join(command[:1])}: {error}") from error


def _deno():
    """Deno, from the path or from the wheel."""
    found = shutil.which("deno")
    if found:
        return found
    try:
        from deno import find_deno_bin

        return find_deno_bin()
    except (ImportError, FileNotFoundError):
        raise pytest.UsageError(_NO_DENO) from None


def _is_named(case, wanted):
    return wanted in (case, case.partition("/")[2])
