/** Meshes of the signed distance fields of plugins. */

import { MjcfError } from "../../types/errors.ts";
import type { SignedDistance } from "../../types/plugin.ts";
import { type CubeSurface, marchingCubes } from "./marching_cubes.ts";

/** sum of the numbers of cells along the three axes */
const CELLS = 300;

/** The surface of a field, sampled on a grid over its box. */
export function fieldMesh(shape: SignedDistance): CubeSurface {
  const { box } = shape;
  const size = Array.from(box).slice(3);
  if (box.length !== 6 || !(size.every((half) => half > 0)) || !Array.from(box).every(Number.isFinite)) {
    throw new MjcfError(
      `a field needs a box with a center and three positive half sizes, got '${Array.from(box).join(" ")}'`,
    );
  }
  const total = size[0] + size[1] + size[2];
  const [nx, ny, nz] = size.map((half) => Math.floor(CELLS / total * half) + 1);
  const field = new Float32Array(nx * ny * nz);
  const point = new Float64Array(3);
  for (let k = 0, at = 0; k < nz; k++) {
    for (let j = 0; j < ny; j++) {
      for (let i = 0; i < nx; i++) {
        point[0] = box[0] - box[3] + 2 * box[3] * i / (nx - 1);
        point[1] = box[1] - box[4] + 2 * box[4] * j / (ny - 1);
        point[2] = box[2] - box[5] + 2 * box[5] * k / (nz - 1);
        field[at++] = shape.distance(point);
      }
    }
  }

  const surface = marchingCubes(field, nx, ny, nz);
  const { vertex } = surface;
  const last = [nx - 1, ny - 1, nz - 1];
  for (let i = 0; i < vertex.length; i++) {
    const axis = i % 3;
    vertex[i] = 2 * box[axis + 3] * vertex[i] / last[axis] + box[axis] - box[axis + 3];
  }
  return surface;
}
