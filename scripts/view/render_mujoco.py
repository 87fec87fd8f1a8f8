"""Renders models with MuJoCo's own renderer: render_mujoco.py WIDTH HEIGHT STEPS FLAGS FOLDER MODEL..."""

import os
import struct
import sys
import zlib

os.environ.setdefault("MUJOCO_GL", "osmesa")

import mujoco  # noqa: E402


def png(pixels):
    """Encodes an array of RGB pixels."""
    height, width, _ = pixels.shape
    rows = b"".join(b"\0" + pixels[y].tobytes() for y in range(height))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def main():
    width, height, steps = map(int, sys.argv[1:4])
    flags = [flag for flag in sys.argv[4].split(",") if flag != ""]
    folder, models = sys.argv[5], sys.argv[6:]
    for path in models:
        model = mujoco.MjModel.from_xml_path(path)
        model.vis.global_.offwidth = width
        model.vis.global_.offheight = height
        data = mujoco.MjData(model)
        for _ in range(steps):
            mujoco.mj_step(model, data)
        mujoco.mj_forward(model, data)
        camera = mujoco.MjvCamera()
        mujoco.mjv_defaultFreeCamera(model, camera)
        with mujoco.Renderer(model, height, width) as renderer:
            option = mujoco.MjvOption()
            for flag in flags:
                option.flags[getattr(mujoco.mjtVisFlag, f"mjVIS_{flag}")] = 1
            renderer.update_scene(data, camera, option)
            name = os.path.splitext(os.path.basename(path))[0]
            with open(f"{folder}/{name}.mujoco.png", "wb") as file:
                file.write(png(renderer.render()))


main()
