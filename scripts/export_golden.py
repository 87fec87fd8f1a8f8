#!/usr/bin/env python3
"""Turns a model and a policy under any pip MuJoCo into a golden case for `deno task conform --golden DIR`.

    python scripts/export_golden.py robot.xml --out goldens/mine/robot --steps 20
    python scripts/export_golden.py robot.xml --out goldens/mine/walk --policy walk.py:act
    deno task conform --golden goldens

A policy is a function `act(model, data)` that returns the controls of a step. Needs mujoco and numpy, nothing else.
"""

import argparse
import hashlib
import importlib.util
import json
import os
import re
import shutil
import sys

import mujoco
import numpy as np

STATE = ["time", "qpos", "qvel", "act", "history", "qacc_warmstart", "ctrl", "qfrc_applied", "xfrc_applied",
         "eq_active", "mocap_pos", "mocap_quat", "userdata"]
NEXT = ["time", "qpos", "qvel", "act", "history", "qacc_warmstart", "warning"]
COUNTS = ["ncon", "ne", "nf", "nl", "nefc"]
RESULTS = """xpos xquat xmat xipos ximat xanchor xaxis geom_xpos geom_xmat site_xpos site_xmat cam_xpos cam_xmat
    subtree_com cdof cinert ten_length actuator_length crb qLDiagInv ten_velocity actuator_velocity cvel cdof_dot
    qfrc_bias qfrc_spring qfrc_damper qfrc_gravcomp qfrc_fluid qfrc_passive act_dot actuator_force qfrc_actuator
    qfrc_smooth qacc_smooth qacc qfrc_constraint sensordata
    efc_type efc_id efc_pos efc_margin efc_frictionloss efc_diagApprox efc_D efc_R efc_vel efc_aref efc_force""".split()
CONTACT = ["dist", "pos", "frame", "includemargin", "friction", "solref", "solreffriction", "solimp", "dim", "geom",
           "exclude", "efc_address"]
NOISE_SEEDS = 3


def read(data, name):
    """A field of the data as a flat array of the type that the golden has, or None where this MuJoCo lacks it."""
    if name == "warning":
        return np.array([w.number for w in data.warning], np.int32)
    if name.startswith("contact."):
        value = getattr(data.contact, name[8:])
    else:
        value = getattr(data, name, None)
    if value is None:
        return None
    if isinstance(value, (int, np.integer)):
        return np.array([value], np.int32)
    if isinstance(value, float):
        return np.array([value])
    flat = np.array(value).reshape(-1)
    return flat.astype(np.uint8) if flat.dtype == bool else flat


def write_state(data, state):
    data.time = float(state["time"][0])
    for name, values in state.items():
        if name != "time":
            target = getattr(data, name)
            target[...] = values.reshape(target.shape)


def capture(data, names):
    return {name: values for name in names if (values := read(data, name)) is not None}


def moved(state, rng):
    """The state with every number one unit in the last place away."""
    out = dict(state)
    for name in ("qpos", "qvel", "act", "ctrl"):
        if name in out:
            up = rng.random(out[name].shape) < 0.5
            out[name] = np.nextafter(out[name], np.where(up, np.inf, -np.inf))
    return out


def note_noise(noise, fragile, step, reference, other, prefix=""):
    if any(not np.array_equal(reference.get(k), other.get(k)) for k in COUNTS + ["efc_type", "contact.geom"]):
        fragile.add(step)
        return
    for name, values in reference.items():
        if values.dtype == np.float64 and values.size and values.shape == other[name].shape:
            most = float(np.max(np.abs(values - other[name])))
            if most > 0:
                noise[prefix + name] = max(noise.get(prefix + name, 0.0), most)


def pack(series, frames):
    """Arrays over all frames; fields that are zero throughout are only named."""
    arrays, zero, ragged, lengths = {}, {}, [], []
    for name, rows in series.items():
        is_ragged = len({len(row) for row in rows}) > 1
        if is_ragged:
            ragged.append(name)
            lengths.append([len(row) for row in rows])
        elif len(rows[0]) == 0:
            continue
        if all(not row.any() and not np.signbit(row).any() for row in rows):
            zero[name] = -1 if is_ragged else len(rows[0])
        else:
            arrays[name] = np.concatenate(rows) if is_ragged else np.stack(rows)
    if ragged:
        arrays["lengths"] = np.array(lengths, np.int32)
    return arrays, zero, ragged


def copy_model(source, out):
    """Copies the model, and every file that it and its includes name, keeping relative paths. Gives the copied paths."""
    root = os.path.dirname(os.path.abspath(source))
    copied, queue = {}, [(os.path.abspath(source), "model.xml")]
    dirs = [""]
    while queue:
        path, name = queue.pop()
        if name in copied:
            continue
        target = os.path.join(out, name)
        os.makedirs(os.path.dirname(target) or ".", exist_ok=True)
        shutil.copyfile(path, target)
        copied[name] = target
        if not path.endswith((".xml", ".urdf")):
            continue
        text = open(path, encoding="utf-8").read()
        dirs += re.findall(r'\b(?:meshdir|texturedir|assetdir)="([^"]*)"', text)
        for file in re.findall(r'\bfile\w*="([^"]+)"', text):
            places = [os.path.normpath(os.path.join(d, file)) for d in dirs]
            found = next((p for p in places if os.path.isfile(os.path.join(root, p))), None)
            if found is None:
                sys.exit(f"{path}: cannot find '{file}', looked for {', '.join(places)} below {root}")
            queue.append((os.path.join(root, found), found))
    return copied


def load_policy(text):
    file, _, function = text.partition(":")
    spec = importlib.util.spec_from_file_location("policy", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, function or "act")


def add_to_manifest(out, compared):
    """Notes how many values the case compares in the manifest of the folder of all goldens."""
    root, item, case = os.path.abspath(out).rsplit(os.sep, 2)
    path = os.path.join(root, "manifest.json")
    manifest = json.load(open(path, encoding="utf-8")) if os.path.exists(path) else {}
    manifest[f"{item}/{case}"] = compared
    with open(path, "w", encoding="utf-8") as file:
        json.dump(dict(sorted(manifest.items())), file, indent=2)
        file.write("\n")


def recipe_hash(recipe):
    """Hash of a recipe as the harness lays it out: a line for each entry, lists on one line."""
    entries = ",\n".join(f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in recipe.items())
    return hashlib.sha256(f"{{\n{entries}\n}}\n".encode()).hexdigest()


def sha256(path):
    return hashlib.sha256(open(path, "rb").read()).hexdigest()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", help="MJCF file")
    parser.add_argument("--out", required=True, help="folder of the case: DIR/<item>/<case>")
    parser.add_argument("--item", default="DYN", help="item of the specification that the case serves")
    parser.add_argument("--isolates", default="a user's own model", help="what the case is about, in one sentence")
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--skip", type=int, default=0, help="steps to take before the first that is recorded")
    parser.add_argument("--keyframe", type=int, help="keyframe to begin with")
    parser.add_argument("--policy", help="FILE.py:FUNCTION that gives the controls; zero without it")
    args = parser.parse_args()

    os.makedirs(args.out, exist_ok=True)
    files = copy_model(args.model, args.out)
    model = mujoco.MjModel.from_xml_path(args.model)
    data, twin = mujoco.MjData(model), mujoco.MjData(model)
    if args.keyframe is not None:
        mujoco.mj_resetDataKeyframe(model, data, args.keyframe)
    policy = load_policy(args.policy) if args.policy else lambda m, d: np.zeros(m.nu)

    names = COUNTS + RESULTS + [f"contact.{field}" for field in CONTACT]
    series, noise, fragile, compared = {}, {}, set(), 0
    rng = np.random.default_rng(0)
    for step in range(-args.skip, args.steps):
        data.ctrl[:] = policy(model, data)
        if step < 0:
            mujoco.mj_step(model, data)
            continue
        state = capture(data, STATE)
        mujoco.mj_forward(model, data)
        result = capture(data, names)
        write_state(data, state)
        mujoco.mj_step(model, data)
        after = capture(data, NEXT)
        for prefix, frame in (("state.", state), ("", result), ("next.", after)):
            for name, values in frame.items():
                series.setdefault(prefix + name, []).append(values)
            compared += 0 if prefix == "state." else sum(map(len, frame.values()))

        for _ in range(NOISE_SEEDS):
            other = moved(state, rng)
            write_state(twin, other)
            mujoco.mj_forward(model, twin)
            twin_result = capture(twin, names)
            note_noise(noise, fragile, step, result, twin_result)
            if step not in fragile:
                write_state(twin, other)
                mujoco.mj_step(model, twin)
                note_noise(noise, set(), step, after, capture(twin, NEXT), "next.")

    arrays, zero, ragged = pack(series, args.steps)
    target = os.path.join(args.out, "trajectory.npz")
    np.savez_compressed(target, **arrays)
    recipe = {"kind": "trajectory", "isolates": args.isolates, "items": [args.item], "steps": args.steps}
    minted = {
        "format": 2,
        "mujoco": mujoco.__version__,
        "package": f"pip mujoco {mujoco.__version__}",
        "build": hashlib.sha256(mujoco.__version__.encode()).hexdigest(),
        "recipe": recipe_hash(recipe),
        "files": {name: sha256(path) for name, path in sorted(files.items())},
        "arrays": sha256(target),
        "zero": zero,
        **({"ragged": ragged} if ragged else {}),
        "same": {},
        "noise": {name: float(f"{value:.1e}") * 1.1 for name, value in noise.items()},
        **({"fragile": sorted(fragile)} if fragile else {}),
        "frames": args.steps,
        "compared": compared,
    }
    case = {**recipe, "minted": minted}
    with open(os.path.join(args.out, "case.json"), "w", encoding="utf-8") as file:
        json.dump(case, file, indent=2)
        file.write("\n")
    add_to_manifest(args.out, compared)
    print(f"{args.out}: {args.steps} steps, {compared} values, MuJoCo {mujoco.__version__}")


if __name__ == "__main__":
    main()
