"""MuJoCo Warp as an engine: `python -m plumbline_engine.warp`.

It takes its models from MuJoCo, and computes in single precision, with kernels that are compiled when they are first
needed, which takes minutes, and kept. Contacts come in an order of its own.
"""

import importlib.metadata

from .needs import needs

with needs("mujoco-warp==3.5.0.2", "mujoco==3.5.0", "warp-lang==1.12.0"):
    import mujoco
    import mujoco_warp
    import warp

from .base import Unsupported
from .compiled import CompiledSimulation
from .mujoco import MujocoEngine
from .serve import serve

#: what `get_data_into` brings back
_FIELDS = (
    "time qpos qvel act qacc_warmstart energy qacc act_dot xpos xquat xmat xipos ximat xanchor xaxis geom_xpos geom_xmat "
    "site_xpos site_xmat cam_xpos cam_xmat light_xpos light_xdir subtree_com cdof cinert flexvert_xpos flexedge_length "
    "flexedge_velocity actuator_length actuator_velocity crb cvel cdof_dot qfrc_bias qfrc_spring qfrc_damper "
    "qfrc_gravcomp qfrc_fluid qfrc_passive actuator_force qfrc_actuator qfrc_smooth qacc_smooth qfrc_constraint qM "
    "ten_length ten_velocity sensordata ncon ne nf nl nefc efc_type efc_pos efc_margin efc_D efc_vel efc_aref "
    "efc_frictionloss efc_force contact.dist contact.pos contact.frame contact.includemargin contact.friction "
    "contact.solref contact.solreffriction contact.solimp contact.dim contact.geom"
).split()


class WarpSimulation(CompiledSimulation):
    """A model and a state of MuJoCo, whose dynamics MuJoCo Warp computes."""

    fields = frozenset(_FIELDS)

    def _use_model(self):
        try:
            self._placed = mujoco_warp.put_model(self.model)
        except (NotImplementedError, ValueError) as error:
            raise Unsupported(f"MuJoCo Warp: {error}") from None

    def _compute(self):
        if self.model.opt.integrator == mujoco.mjtIntegrator.mjINT_RK4:
            # what remains of a step are the results of its last stage
            raise Unsupported("the adapter does not show results of the Runge-Kutta integrator")
        try:
            world = mujoco_warp.put_data(self.model, self.data)
            mujoco_warp.step(self._placed, world)
        except NotImplementedError as error:
            raise Unsupported(f"MuJoCo Warp: {error}") from None
        mujoco_warp.get_data_into(self.data, self.model, world)


class WarpEngine(MujocoEngine):
    """MuJoCo Warp, on the processor unless there is a GPU."""

    name = "mujoco_warp"
    version = importlib.metadata.version("mujoco-warp")
    build = f"warp {warp.__version__}"
    precision = "f32"
    drives = ("forward", "step")
    contacts = "unordered"
    fields = _FIELDS

    def __init__(self):
        super().__init__()
        warp.config.quiet = True

    def load(self, xml, assets):
        loaded = super().load(xml, assets)
        return WarpSimulation(loaded.model, loaded.data)


if __name__ == "__main__":
    serve(WarpEngine)
