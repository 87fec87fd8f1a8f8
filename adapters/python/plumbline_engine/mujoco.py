"""Any MuJoCo that pip has, as an engine: `python -m plumbline_engine.mujoco`."""

import os
import platform
import shutil
import tempfile
from concurrent.futures import ThreadPoolExecutor

import mujoco
import numpy as np

from .base import Engine, Rejected, Simulation
from .mujoco_calls import FUNCTIONS, call
from .serve import serve

#: Arrays that the bindings give whole, with the count that says how much is in use.
_USED = {"body_awake_ind": "nbody_awake", "parent_awake_ind": "nparent_awake", "dof_awake_ind": "nv_awake"}


class MujocoSimulation(Simulation):
    """A `MjModel` and a `MjData`."""

    def __init__(self, model, data, folder=""):
        self.model = model
        self.data = data
        self._folder = folder.encode()

    def read(self, field):
        if field == "warning":
            return np.array([warning.number for warning in self.data.warning], np.int32)
        owner, name = self._find(field)
        value = getattr(owner, name, None)
        if field == "paths" and self._folder:
            # some versions keep the folder, whose name is another each time
            return value.replace(self._folder, b"/" * len(self._folder))
        if field in _USED and value is not None:
            return value[: getattr(self.data, _USED[field])]
        return value

    def write(self, field, values, offset=0):
        owner, name = self._find(field)
        current = getattr(owner, name)
        if isinstance(current, np.ndarray):
            flat = current.reshape(-1)
            flat[offset : offset + values.size] = values
            if not np.shares_memory(flat, current):
                current[...] = flat.reshape(current.shape)
        else:
            setattr(owner, name, type(current)(values[0]))

    def _find(self, field):
        """The object that has a field, and its name there. Where both have it, it is a size of the model."""
        owner, dot, name = field.partition(".")
        if not dot:
            return (self.model if hasattr(self.model, field) else self.data), field
        return getattr(self.data if owner == "contact" else self.model, owner), name

    def reset(self):
        mujoco.mj_resetData(self.model, self.data)

    def forward(self):
        mujoco.mj_forward(self.model, self.data)

    def step(self):
        mujoco.mj_step(self.model, self.data)

    def step1(self):
        mujoco.mj_step1(self.model, self.data)

    def step2(self):
        mujoco.mj_step2(self.model, self.data)

    def inverse(self):
        mujoco.mj_inverse(self.model, self.data)

    def call(self, function, args):
        return call(self, function, args)


class MujocoEngine(Engine):
    """MuJoCo's Python bindings."""

    name = "mujoco"
    version = mujoco.__version__
    functions = FUNCTIONS
    build = "pip, " + " ".join([platform.system(), platform.machine(), *platform.libc_ver()]).strip()

    def __init__(self):
        # MuJoCo would write its warnings to a file in the working directory
        mujoco.set_mju_user_warning(lambda text: None)

    def load(self, xml, assets):
        # MuJoCo caches files by their path, so every model has a folder of its own
        folder = tempfile.mkdtemp(prefix="plumbline-")
        try:
            for path, content in {**assets, "model.xml": xml.encode()}.items():
                place = os.path.join(folder, path)
                if os.path.commonpath([folder, os.path.realpath(place)]) != os.path.realpath(folder):
                    raise ValueError(f"asset {path} is outside of the folder of the model")
                os.makedirs(os.path.dirname(place), exist_ok=True)
                with open(place, "wb") as file:
                    file.write(content)
            try:
                # an error in a mesh leaves a pointer behind in its thread, with which later messages lose what was warned of
                with ThreadPoolExecutor(1) as fresh:
                    model = fresh.submit(mujoco.MjModel.from_xml_path, os.path.join(folder, "model.xml")).result()
                return MujocoSimulation(model, mujoco.MjData(model), folder)
            except (ValueError, mujoco.FatalError) as error:
                raise Rejected(str(error).replace(folder + os.sep, "")) from None
        finally:
            shutil.rmtree(folder)


def main():
    serve(MujocoEngine)


if __name__ == "__main__":
    main()
