/** The skin of a cable of boxes: two sides and the edges between them. */

import type { SkinBone, Spec } from "../types/spec.ts";
import type { Composite } from "./composite.ts";
import { newElement } from "./create.ts";
import type { XmlElement } from "./xml.ts";

/** Adds a skin, two vertices wide, over a cable of boxes. */
export function makeCableSkin(spec: Spec, composite: Composite, element: XmlElement): void {
  const { prefix, skin, parts } = composite;
  const nx = composite.count[0];
  const ny = 2;
  const vertex = new Float64Array(6 * nx * ny);
  spec.skins.push({
    ...newElement(spec, element),
    name: `${prefix}Skin`,
    file: "",
    modelfiledir: "",
    material: skin?.material ?? "",
    rgba: skin?.rgba ?? Float64Array.of(1, 1, 1, 1),
    inflate: Math.fround(2 * parts.geom.size[2]),
    group: skin?.group ?? 0,
    vertex,
    texcoord: skin?.texcoord ? textureCoordinates(nx, ny) : new Float64Array(),
    face: faces(nx, ny),
    bones: bones(composite, nx, ny),
    matid: -1,
  });
}

function textureCoordinates(nx: number, ny: number): Float64Array {
  const one: number[] = [];
  for (let ix = 0; ix < nx; ix++) {
    for (let iy = 0; iy < ny; iy++) one.push(Math.fround(ix / (nx - 1)), Math.fround(iy / (ny - 1)));
  }
  return Float64Array.from([...one, ...one]);
}

function faces(nx: number, ny: number): number[] {
  const n = nx * ny;
  const face: number[] = [];

  // the two sides, with opposite orientations
  for (let side = 0; side < 2; side++) {
    const near = side;
    const far = 1 - side;
    for (let ix = 0; ix < nx - 1; ix++) {
      for (let iy = 0; iy < ny - 1; iy++) {
        const at = side * n + ix * ny + iy;
        face.push(at, at + ny + near, at + ny + far);
        face.push(at, at + far * ny + 1, at + near * ny + 1);
      }
    }
  }

  // the rims along x, then along y
  for (let ix = 0; ix < nx - 1; ix++) {
    const at = ix * ny;
    face.push(at, n + at + ny, at + ny, at, n + at, n + at + ny);
  }
  for (let ix = 0; ix < nx - 1; ix++) {
    const at = ix * ny + ny - 1;
    face.push(at, at + ny, n + at + ny, at, n + at + ny, n + at);
  }
  for (let iy = 0; iy < ny - 1; iy++) face.push(iy, iy + 1, n + iy + 1, iy, n + iy + 1, n + iy);
  for (let iy = 0; iy < ny - 1; iy++) {
    const at = iy + (nx - 1) * ny;
    face.push(at, n + at + 1, at + 1, at, n + at, n + at + 1);
  }
  return face;
}

function bones({ prefix, parts, count }: Composite, nx: number, ny: number): SkinBone[] {
  const { size } = parts.geom;
  const list: SkinBone[] = [];
  for (let ix = 0; ix < nx; ix++) {
    const body = `${prefix}B_${ix === 0 ? "first" : ix >= count[0] - 2 ? "last" : ix}`;
    for (let iy = 0; iy < ny; iy++) {
      const x = ix === nx - 1 ? -2 * size[0] : 0;
      const y = iy === 0 ? -size[1] : size[1];
      const at = ix * ny + iy;
      list.push({
        body,
        bindpos: Float64Array.of(x, y, 0).map(Math.fround),
        bindquat: Float64Array.of(1, 0, 0, 0),
        vertid: [at, nx * ny + at],
        vertweight: Float64Array.of(1, 1),
        bodyid: -1,
      });
    }
  }
  return list;
}
