/** Points and elements of the shapes that a `<flexcomp>` can have. */

import { normalizeVec } from "../math/normalize.ts";
import { cos, PI, sin } from "../math/scalar.ts";
import type { Flexcomp } from "./flexcomp_description.ts";
import { FLEXCOMP_TYPE } from "./keywords.ts";
import type { XmlElement } from "./xml.ts";

const EPS = 1e-14;

const { cylinder, ellipsoid, disc, circle } = FLEXCOMP_TYPE;

/** Decomposition of each cube of a grid into six tetrahedra around one of its diagonals. */
const TETRAHEDRA = [[0, 3, 1, 7], [0, 1, 4, 7], [1, 3, 2, 7], [1, 2, 6, 7], [1, 5, 4, 7], [1, 6, 5, 7]];

/** Corners of a cube in the order used by the tetrahedra, as steps along the axes. */
const CORNERS = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]];

/** A texture coordinate: the relative position of point `i` among `count` points. */
function along(i: number, count: number): number {
  return Math.fround(i / Math.max(count - 1, 1));
}

/** Whether texture coordinates must be generated: a material needs them, and the document has none. */
function needsTexture({ texcoord, flex }: Flexcomp): boolean {
  return texcoord.length === 0 && flex.material !== "";
}

/** Points of a line, a circle, a plane, or a block. */
export function makeGrid(element: XmlElement, flexcomp: Flexcomp): void {
  const { dim } = flexcomp.flex;
  if (dim === 1 && flexcomp.type === circle) circlePoints(flexcomp);
  else if (dim === 1) linePoints(flexcomp);
  else if (dim === 2) planePoints(flexcomp);
  else blockPoints(flexcomp);
  if (flexcomp.element.length === 0) throw element.error("flexcomp: a grid with these counts has no elements", "count");
}

function circlePoints({ count, spacing, point, element }: Flexcomp): void {
  const last = count[0] - 2;
  for (let i = 0; i <= last; i++) {
    const theta = 2 * PI / (count[0] - 1);
    const radius = spacing[0] / sin(theta / 2) / 2;
    point.push(radius * cos(theta * i), radius * sin(theta * i), 0);
    element.push(i, i === last ? 0 : i + 1);
  }
}

function linePoints({ count, spacing, point, element }: Flexcomp): void {
  for (let i = 0; i < count[0]; i++) {
    point.push(spacing[0] * (i - 0.5 * (count[0] - 1)), 0, 0);
    if (i < count[0] - 1) element.push(i, i + 1);
  }
}

function planePoints(flexcomp: Flexcomp): void {
  const { count, spacing, point, element, texcoord, type } = flexcomp;
  const textured = needsTexture(flexcomp);
  for (let ix = 0; ix < count[0]; ix++) {
    for (let iy = 0; iy < count[1]; iy++) {
      const x = spacing[0] * (ix - 0.5 * (count[0] - 1));
      const y = spacing[1] * (iy - 0.5 * (count[1] - 1));
      point.push(x, y, 0);
      if (textured) texcoord.push(along(ix, count[0]), along(iy, count[1]));
      if (ix === count[0] - 1 || iy === count[1] - 1) continue;

      // two triangles; those of a disc meet along a radius
      const at = (dx: number, dy: number) => count[2] * count[1] * (ix + dx) + count[2] * (iy + dy);
      const [a, b, c, d] = [at(0, 0), at(1, 0), at(1, 1), at(0, 1)];
      const flipped = type === disc && (x < -EPS) !== (y < -EPS);
      if (flipped) element.push(a, b, d, b, c, d);
      else element.push(a, b, c, a, c, d);
    }
  }
}

function blockPoints(flexcomp: Flexcomp): void {
  const { count, spacing, point, element, texcoord } = flexcomp;
  const textured = needsTexture(flexcomp);
  for (let ix = 0; ix < count[0]; ix++) {
    for (let iy = 0; iy < count[1]; iy++) {
      for (let iz = 0; iz < count[2]; iz++) {
        point.push(
          spacing[0] * (ix - 0.5 * (count[0] - 1)),
          spacing[1] * (iy - 0.5 * (count[1] - 1)),
          spacing[2] * (iz - 0.5 * (count[2] - 1)),
        );
        if (textured) texcoord.push(along(ix, count[0]), along(iy, count[1]));
        if (ix === count[0] - 1 || iy === count[1] - 1 || iz === count[2] - 1) continue;
        const corners = CORNERS.map(([dx, dy, dz]) => count[2] * count[1] * (ix + dx) + count[2] * (iy + dy) + iz + dz);
        for (const tetrahedron of TETRAHEDRA) for (const v of tetrahedron) element.push(corners[v]);
      }
    }
  }
}

/** Points of a square or a disc. */
export function makeSquare(element: XmlElement, flexcomp: Flexcomp): void {
  const { point, count, spacing, type, flex } = flexcomp;
  flex.dim = 2;
  makeGrid(element, flexcomp);
  if (type !== disc) return;

  // each square around the center becomes a circle
  for (let i = 0; i < point.length; i += 3) {
    pos[0] = point[i];
    pos[1] = point[i + 1];
    const level = Math.max(Math.abs(pos[0]), Math.abs(pos[1]));
    normalizeVec(pos, 0, 2);
    for (let k = 0; k < 2; k++) point[i + k] = pos[k] * (0.5 * spacing[k] * (count[k] - 1) * level);
  }
}

const pos = new Float64Array(3);

/** Moves a point from the surface of a box to that of the shape. */
function project({ type, count, spacing }: Flexcomp, ix: number, iy: number, iz: number): void {
  pos[0] = 2 * ix / (count[0] - 1) - 1;
  pos[1] = 2 * iy / (count[1] - 1) - 1;
  pos[2] = 2 * iz / (count[2] - 1) - 1;
  const level = Math.max(Math.abs(pos[0]), Math.abs(pos[1]));
  if (type === cylinder) normalizeVec(pos, 0, 2);
  if (type === ellipsoid) normalizeVec(pos, 0, 3);
  for (let k = 0; k < 3; k++) {
    const size = 0.5 * spacing[k] * (count[k] - 1);
    pos[k] *= type === cylinder && k < 2 ? size * level : size;
  }
}

type Place = readonly [number, number, number];

/** The points on the surface of a box, and the elements between them. */
class Surface {
  private readonly index = new Map<number, number>();
  private readonly textured: boolean;

  constructor(private readonly flexcomp: Flexcomp) {
    this.textured = needsTexture(flexcomp);
    const { point, texcoord, flex } = flexcomp;
    this.first = flex.dim === 3 ? 1 : 0;
    if (flex.dim === 3) point.push(0, 0, 0);
    if (this.textured) texcoord.push(0, 0);
  }

  /** number of the first point, after the center if the shape is solid */
  private readonly first: number;

  private key([ix, iy, iz]: Place): number {
    const { count } = this.flexcomp;
    return (ix * count[1] + iy) * count[2] + iz;
  }

  private at(place: Place): number {
    return this.index.get(this.key(place)) ?? 0;
  }

  /** A point; `u` and `v` are the axes of its side. */
  add(place: Place, u: number, v: number): void {
    const { point, texcoord, count } = this.flexcomp;
    project(this.flexcomp, ...place);
    point.push(pos[0], pos[1], pos[2]);
    this.index.set(this.key(place), this.first + this.index.size);
    if (this.textured) texcoord.push(along(place[u], count[u]), along(place[v], count[v]));
  }

  /** Two tetrahedra between the center and a square of four corners. */
  solid(a: Place, b: Place, c: Place, d: Place): void {
    this.flexcomp.element.push(0, this.at(a), this.at(b), this.at(c), 0, this.at(a), this.at(d), this.at(c));
  }

  /** Two triangles, the first without the last corner. */
  flat(a: Place, b: Place, c: Place, d: Place): void {
    this.flexcomp.element.push(this.at(a), this.at(b), this.at(c), this.at(a), this.at(c), this.at(d));
  }

  /** Two triangles that face the opposite way, the first without the last corner. */
  reversed(a: Place, b: Place, c: Place, d: Place): void {
    this.flexcomp.element.push(this.at(a), this.at(c), this.at(b), this.at(a), this.at(d), this.at(c));
  }
}

/**
 * Points on the surface of a box, a cylinder, or an ellipsoid, plus the center if it is solid. A two-dimensional
 * surface is open at the top.
 */
export function makeBox(xml: XmlElement, flexcomp: Flexcomp): void {
  const { count, flex } = flexcomp;
  const [nx, ny, nz] = count;
  if (count.includes(1)) throw xml.error(`flexcomp: a box needs counts of at least 2, got ${count.join(" ")}`, "count");
  const surface = new Surface(flexcomp);
  const isOpen = flex.dim === 2;
  const levels = isOpen ? [0] : [0, nz - 1];
  const top = isOpen ? nz : nz - 1;

  // points: bottom and top, then front and back, then left and right, each without the previous ones
  for (const iz of levels) {
    for (let ix = 0; ix < nx; ix++) for (let iy = 0; iy < ny; iy++) surface.add([ix, iy, iz], 0, 1);
  }
  for (const iy of [0, ny - 1]) {
    for (let ix = 0; ix < nx; ix++) for (let iz = 1; iz < top; iz++) surface.add([ix, iy, iz], 0, 2);
  }
  for (const ix of [0, nx - 1]) {
    for (let iy = 1; iy < ny - 1; iy++) for (let iz = 1; iz < top; iz++) surface.add([ix, iy, iz], 1, 2);
  }
  for (const iz of levels) addLevel(surface, flexcomp, iz);
  for (const iy of [0, ny - 1]) addFront(surface, flexcomp, iy);
  for (const ix of [0, nx - 1]) addSide(surface, flexcomp, ix);
}

function addLevel(surface: Surface, { count, flex }: Flexcomp, iz: number): void {
  for (let ix = 0; ix < count[0] - 1; ix++) {
    for (let iy = 0; iy < count[1] - 1; iy++) {
      const corners: [Place, Place, Place, Place] = [
        [ix, iy, iz],
        [ix + 1, iy, iz],
        [ix + 1, iy + 1, iz],
        [ix, iy + 1, iz],
      ];
      if (flex.dim === 3) surface.solid(...corners);
      else if (iz === 0) surface.reversed(...corners);
      else surface.flat(...corners);
    }
  }
}

function addFront(surface: Surface, { count, flex }: Flexcomp, iy: number): void {
  for (let ix = 0; ix < count[0] - 1; ix++) {
    // the front and the back are seen from opposite sides
    const [near, far] = flex.dim === 3 || iy === 0 ? [ix, ix + 1] : [ix + 1, ix];
    for (let iz = 0; iz < count[2] - 1; iz++) {
      const corners: [Place, Place, Place, Place] = [
        [near, iy, iz],
        [far, iy, iz],
        [far, iy, iz + 1],
        [near, iy, iz + 1],
      ];
      if (flex.dim === 3) surface.solid(...corners);
      else surface.flat(...corners);
    }
  }
}

function addSide(surface: Surface, { count, flex }: Flexcomp, ix: number): void {
  for (let iy = 0; iy < count[1] - 1; iy++) {
    const [near, far] = flex.dim === 3 || ix !== 0 ? [iy, iy + 1] : [iy + 1, iy];
    for (let iz = 0; iz < count[2] - 1; iz++) {
      const corners: [Place, Place, Place, Place] = [
        [ix, near, iz],
        [ix, far, iz],
        [ix, far, iz + 1],
        [ix, near, iz + 1],
      ];
      if (flex.dim === 3) surface.solid(...corners);
      else surface.flat(...corners);
    }
  }
}
