"""The functions that goldens call besides stepping, as MuJoCo's bindings take them.

The harness has the same list in `harness/calls/functions.ts`. What a call gives is what the function returns, what it
writes, and the fields that show what it did to model and data, end to end.
"""

import math

import mujoco
import numpy as np

_STATE = "time qpos qvel act history qacc_warmstart ctrl qfrc_applied xfrc_applied eq_active mocap_pos mocap_quat userdata"
_DYNAMICS = (
    "xpos qM qfrc_bias qfrc_passive qfrc_constraint qfrc_inverse qacc act_dot energy "
    "sensordata solver_fwdinv nefc ncon nisland"
)
_KEYS = "key_time key_qpos key_qvel key_act key_mpos key_mquat key_ctrl"
_CONSTANTS = (
    "body_subtreemass body_invweight0 dof_M0 dof_invweight0 tendon_length0 tendon_invweight0 actuator_length0 "
    "actuator_acc0 cam_pos0 cam_mat0 light_pos0 light_dir0 eq_data stat.meanmass stat.meansize stat.extent stat.center"
)

# Parameters by function: m and d are model and data; ? is the next argument, ?v as rows of nv, ?s as rows of values of
# the sensor that argument 0 names, ?g as a group of geoms; = is the next argument, which the function changes.
# Everything else is room for what it writes, by its shape: 3xv is three rows of nv, c is nefc, #5 as many as argument 5
# says, ~0 as many as argument 0 has, $0 the size of the state of argument 0, @ two numbers for every dof and one for
# every activation; i stands before whole numbers, _ before room whose contents say nothing. ?~ and =~ are square
# matrices, ?#1x#2 one of that shape, ?I one of 3 x 3 that may be missing, and ! an argument that the bindings do not take.
_PARAMETERS = {
    "jac": "m d 3xv 3xv ? ?",
    "jacDot": "m d 3xv 3xv ? ?",
    "jacPointAxis": "m d 3xv 3xv ? ? ?",
    "jacBody": "m d 3xv 3xv ?",
    "jacBodyCom": "m d 3xv 3xv ?",
    "jacGeom": "m d 3xv 3xv ?",
    "jacSite": "m d 3xv 3xv ?",
    "jacSubtreeCom": "m d 3xv ?",
    "angmomMat": "m d 3xv ?",
    "mulM": "m d v ?",
    "mulM2": "m d v ?",
    "solveM": "m d ~0xv ?v",
    "fullM": "m vxv qM",
    "mulJacVec": "m d c ?",
    "mulJacTVec": "m d = ?",
    "applyFT": "m d ? ? ? ? =",
    "contactForce": "m d ? 6",
    "objectVelocity": "m d ? ? 6 ?",
    "objectAcceleration": "m d ? ? 6 ?",
    "ray": "m d ? ? ?g ? ? i1 3",
    "multiRay": "m d ? ? ?g ? ? i#5 #5 3#5 ? ?",
    "rayGeom": "? ? ? ? ? ? 3",
    "rayMesh": "m d ? ? ? 3",
    "rayHfield": "m d ? ? ? 3",
    "rayFlex": "m d ? ? ? ? ? ? ? ? i1 3",
    "geomDistance": "m d ? ? ? 2x3",
    "integratePos": "m = ? ?",
    "differentiatePos": "m v ? ? ?",
    "normalizeQuat": "m =",
    "name2id": "m ? ?",
    "id2name": "m ? ?",
    "stateSize": "m ?",
    "getState": "m d $0 ?",
    "setState": "m d ? ?",
    "extractState": "m ? ? $2 ?",
    "setKeyframe": "m d ?",
    "resetData": "m d",
    "resetDataKeyframe": "m d ?",
    "readCtrl": "m d ? ? ?",
    "initCtrlHistory": "m d ? ? ?",
    "initSensorHistory": "m d ? ? ?s ?",
    "forwardSkip": "m d ? ?",
    "inverse": "m d",
    "inverseSkip": "m d ? ?",
    "compareFwdInv": "m d",
    "rnePostConstraint": "m d",
    "subtreeVel": "m d",
    "energyPos": "m d",
    "energyVel": "m d",
    "getTotalmass": "m",
    "setTotalmass": "m ?",
    "setConst": "m d",
    "rne": "m d ? v",
    "local2Global": "d 3 9 ? ? ? ?",
    "transitionFD": "m d ? ? @x@ @xu ox@ oxu",
    "inverseFD": "m d ? ? vxv vxv vxv vxo vxo vxo vxM",
    "subQuatJac": "? ? 3x3 3x3",
    "quatIntegrateJac": "? ? 9 9 3",
    "rotVecQuat": "3 ? ?",
    "mulQuat": "4 ? ?",
    "mulQuatAxis": "4 ? ?",
    "axisAngle2Quat": "4 ? ?",
    "quat2Vel": "3 ? ?",
    "subQuat": "3 ? ?",
    "quat2Mat": "9 ?",
    "mat2Quat": "4 ?",
    "derivQuat": "4 ? ?",
    "quatIntegrate": "= ? ?",
    "quatZ2Vec": "4 ?",
    "mat2Rot": "= ?",
    "euler2Quat": "4 ? ?",
    "mulPose": "3 4 ? ? ? ?",
    "negPose": "3 4 ? ?",
    "trnVecPose": "3 ? ? ?",
    "normalize3": "=",
    "normalize4": "=",
    "transformSpatial": "6 ? ? ? ? ?I",
    "mulVecMatVec": "? ?~ ?",
    "transpose": "#2x#1 ?#1x#2 ! !",
    "symmetrize": "#1x#1 ?~ !",
    "mulMatMat": "#2x#4 ?#2x#3 ?#3x#4 ! ! !",
    "mulMatMatT": "#2x#4 ?#2x#3 ?#4x#3 ! ! !",
    "mulMatTMat": "#3x#4 ?#2x#3 ?#2x#4 ! ! !",
    "sqrMatTD": "#3x#3 ?#2x#3 ? ! !",
    "normalize": "= !",
    "norm": "? !",
    "sum": "? !",
    "L1": "? !",
    "isZero": "? !",
    "add": "~0 ? ?",
    "sub": "~0 ? ?",
    "scl": "~0 ? ?",
    "addScl": "~0 ? ? ?",
    "addTo": "= ?",
    "subFrom": "= ?",
    "cholFactor": "=~ ?",
    "cholSolve": "~1 ?~ ?",
    "cholUpdate": "=~ = ?",
    "cholFactorBand": "= ? ? ? ? ?",
    "cholSolveBand": "~1 ? ? ? ? ?",
    "band2Dense": "#1x#1 ? ? ? ? ?",
    "dense2Band": "= ?~ ? ? ?",
    "bandMulMatVec": "~1 ?1x~0 ?#2x#5 ? ? ? ? ?",
    "bandDiag": "? ? ? ?",
    "eig3": "3 9 4 ?",
    "boxQP": "= _~0x~0+7 _i~0 ?~ ? ? ?",
    "muscleGain": "? ? ? ? ?",
    "muscleBias": "? ? ? ?",
    "muscleDynamics": "? ? ?",
    "springDamper": "? ? ? ? ?",
    "Halton": "? ?",
    "sigmoid": "?",
    "round": "?",
    "sign": "?",
    "insertionSort": "=",
}

#: derivatives that have another name, because their own is that of what they derive
_DERIVATIVES = {"subQuatJac": "mjd_subQuat", "quatIntegrateJac": "mjd_quatIntegrate"}

#: functions that can be called
FUNCTIONS = sorted(_PARAMETERS)

#: fields that show what a function does
_READS = {
    "setState": _STATE,
    "setKeyframe": _KEYS,
    "resetData": _STATE + " qfrc_inverse sensordata nefc ncon nisland",
    "resetDataKeyframe": _STATE,
    "initCtrlHistory": "history",
    "initSensorHistory": "history",
    "forwardSkip": _DYNAMICS,
    "inverse": _DYNAMICS,
    "inverseSkip": _DYNAMICS,
    "compareFwdInv": "solver_fwdinv qfrc_constraint efc_force",
    "rnePostConstraint": "cacc cfrc_int cfrc_ext",
    "subtreeVel": "subtree_linvel subtree_angmom",
    "energyPos": "energy",
    "energyVel": "energy",
    "setTotalmass": "body_mass body_inertia",
    "setConst": _CONSTANTS,
}

#: functions that change fields of the model, which are put back afterwards
_CHANGE_MODEL = ("setKeyframe", "setTotalmass")


def call(sim, name, args):
    """What a function gives; None where this MuJoCo does not have it. `sim` is the simulation of the adapter."""
    names = [_DERIVATIVES.get(name, ""), "mj_" + name, "mju_" + name, "mjd_" + name]
    function = next((found for it in names if (found := getattr(mujoco, it, None))), None)
    if name not in _PARAMETERS or function is None:
        return None
    left, written, bound = list(args), [], []
    for token in _PARAMETERS[name].split():
        if token == "qM":
            bound.append(sim.data.qM)
        elif token in ("m", "d"):
            bound.append(sim.model if token == "m" else sim.data)
        elif token == "!":
            left.pop(0)
        elif token[0] == "?":
            bound.append(_given(sim, token, left.pop(0), args))
        else:
            is_given = token[0] == "="
            values = _given(sim, token, left.pop(0), args) if is_given else _room(sim, token.lstrip("_"), args)
            bound.append(values)
            if token[0] != "_":
                written.append(values)
    if left:
        raise ValueError(f"{name} is given too many arguments")

    reads = _READS.get(name, "").split()
    before = {field: np.array(sim.read(field)) for field in reads} if name in _CHANGE_MODEL else {}
    result = function(*bound)
    parts = [_returned(result), *written, *(np.array(sim.read(field)) for field in reads)]
    for field, values in before.items():
        sim.write(field, values.reshape(-1))
    return np.concatenate([np.asarray(part, float).reshape(-1) for part in parts])


def _given(sim, token, value, args):
    """An argument of the recipe, in the shape that the bindings want."""
    form = token[1:]
    if value is None and form == "I":
        return np.eye(3).reshape(-1)
    if not isinstance(value, list):
        return value
    array = np.array(value, np.uint8 if form == "g" else float)
    if form == "v":
        return array.reshape(-1, sim.model.nv)
    if form == "s":
        return array.reshape(-1, sim.model.sensor_dim[args[0]])
    if form == "~":
        return array.reshape(math.isqrt(array.size), -1)
    return array.reshape([_length(sim, side, args) for side in form.split("x")]) if "x" in form else array


def _room(sim, token, args):
    """An array for what a function writes, filled with what no function would write."""
    is_whole = token[0] == "i"
    shape = [_length(sim, side, args) for side in token.lstrip("i").split("x")]
    if token[0] == "~" and token.endswith("xv"):
        shape[0] //= shape[1]
    return np.full(shape, -1, np.int32) if is_whole else np.full(shape, math.nan)


def _length(sim, side, args):
    side, _, more = side.partition("+")
    if more:
        return _length(sim, side, args) + int(more)
    for mark, measure in _MEASURES.items():
        times, found, rest = side.partition(mark)
        if found:
            return int(times or 1) * measure(sim, args[int(rest)] if rest else None)
    return int(side)


_MEASURES = {
    "v": lambda sim, _: sim.model.nv,
    "u": lambda sim, _: sim.model.nu,
    "o": lambda sim, _: sim.model.nsensordata,
    "M": lambda sim, _: sim.model.nM,
    "@": lambda sim, _: 2 * sim.model.nv + sim.model.na,
    "c": lambda sim, _: sim.data.nefc,
    "#": lambda sim, count: count,
    "~": lambda sim, values: len(values),
    "$": lambda sim, signature: mujoco.mj_stateSize(sim.model, signature),
}


def _returned(value):
    """A number, or the letters of a text."""
    if isinstance(value, str):
        return [ord(letter) for letter in value]
    return [] if value is None else [value]
