/** Volume and inertia of solid and hollow shapes. */

import { PI, pow } from "../math/scalar.ts";
import { Geom, GeomInertia } from "../types/enums.ts";
import type { GeomSpec } from "../types/spec.ts";

/** Exponent of Thomsen's formula for the surface of an ellipsoid. */
const THOMSEN = 1.6075;

/** Thickness of the layer that represents a hollow ellipsoid. */
const LAYER = 1e-6;

/** Volume of a shape, or its surface area if it is hollow. Meshes have their own. */
export function geomVolume(geom: GeomSpec): number {
  const [a, b, c] = geom.size;
  const hollow = geom.shellinertia === GeomInertia.SHELL;
  const height = 2 * b;
  switch (geom.type) {
    case Geom.SPHERE:
      return hollow ? 4 * PI * a * a : 4 * PI * a * a * a / 3;
    case Geom.CAPSULE:
      return hollow ? 4 * PI * a * a + 2 * PI * a * height : PI * (a * a * height + 4 * a * a * a / 3);
    case Geom.CYLINDER:
      return hollow ? 2 * PI * a * a + 2 * PI * a * height : PI * a * a * height;
    case Geom.ELLIPSOID: {
      if (!hollow) return 4 * PI * a * b * c / 3;
      const sum = pow(a * b, THOMSEN) + pow(b * c, THOMSEN) + pow(c * a, THOMSEN);
      return 4 * PI * pow(sum / 3, 1 / THOMSEN);
    }
    case Geom.HFIELD:
    case Geom.BOX:
      return hollow ? 8 * (a * b + b * c + c * a) : a * b * c * 8;
    default:
      return 0;
  }
}

/** Principal moments of inertia of a shape of mass `mass`; for a mesh, those of its box. */
export function geomInertia(inertia: Float64Array, geom: GeomSpec, mass: number): void {
  const { size } = geom;
  const hollow = geom.shellinertia === GeomInertia.SHELL;
  switch (geom.type) {
    case Geom.SPHERE:
      inertia.fill(2 * mass * size[0] * size[0] / (hollow ? 3 : 5));
      return;
    case Geom.CAPSULE:
      return hollow ? hollowCapsule(inertia, mass, size[0], size[1]) : solidCapsule(inertia, mass, size[0], size[1]);
    case Geom.CYLINDER:
      return hollow ? hollowCylinder(inertia, mass, size[0], size[1]) : solidCylinder(inertia, mass, size[0], size[1]);
    case Geom.ELLIPSOID:
      return hollow ? hollowEllipsoid(inertia, mass, size) : diagonal(inertia, mass, size[0], size[1], size[2], 5);
    case Geom.HFIELD:
    case Geom.BOX:
      return hollow ? hollowBox(inertia, mass, size) : diagonal(inertia, mass, size[0], size[1], size[2], 3);
  }
}

/** mass (y² + z², x² + z², x² + y²) / divisor */
function diagonal(inertia: Float64Array, mass: number, x: number, y: number, z: number, divisor: number): void {
  inertia[0] = mass * (y * y + z * z) / divisor;
  inertia[1] = mass * (x * x + z * z) / divisor;
  inertia[2] = mass * (x * x + y * y) / divisor;
}

/** Inertia of a solid box with half sizes `boxsz`, used for meshes. */
export function boxInertia(inertia: Float64Array, mass: number, boxsz: Float64Array): void {
  diagonal(inertia, mass, boxsz[0], boxsz[1], boxsz[2], 3);
}

function solidCapsule(inertia: Float64Array, mass: number, radius: number, half: number): void {
  const height = 2 * half;
  const sphereMass = mass * 4 * radius / (4 * radius + 3 * height);
  const cylinderMass = mass - sphereMass;
  const across = cylinderMass * (3 * radius * radius + height * height) / 12;

  // two hemispheres at the ends
  const sphere = 2 * sphereMass * radius * radius / 5;
  const moved = sphere + sphereMass * height * (3 * radius + 2 * height) / 8;
  inertia[0] = across + moved;
  inertia[1] = across + moved;
  inertia[2] = cylinderMass * radius * radius / 2 + sphere;
}

function hollowCapsule(inertia: Float64Array, mass: number, radius: number, half: number): void {
  const height = 2 * half;
  const sphereArea = 4 * PI * radius * radius;
  const cylinderArea = 2 * PI * radius * height;
  const sphereMass = mass * sphereArea / (sphereArea + cylinderArea);
  const cylinderMass = mass - sphereMass;
  const across = cylinderMass * (6 * radius * radius + height * height) / 12;

  // two half shells, using their centers of mass
  const sphere = 2 * sphereMass * radius * radius / 3;
  const centre = radius / 2;
  const place = half + centre;
  const moved = sphere + sphereMass * (place * place - centre * centre);
  inertia[0] = across + moved;
  inertia[1] = across + moved;
  inertia[2] = cylinderMass * radius * radius + sphere;
}

function solidCylinder(inertia: Float64Array, mass: number, radius: number, half: number): void {
  const height = 2 * half;
  inertia[0] = mass * (3 * radius * radius + height * height) / 12;
  inertia[1] = inertia[0];
  inertia[2] = mass * radius * radius / 2;
}

function hollowCylinder(inertia: Float64Array, mass: number, radius: number, half: number): void {
  const height = 2 * half;
  const diskArea = PI * radius * radius;
  const cylinderArea = 2 * PI * radius * height;
  const diskMass = mass * diskArea / (2 * diskArea + cylinderArea);
  const cylinderMass = mass - 2 * diskMass;
  const across = cylinderMass * (6 * radius * radius + height * height) / 12;
  const disk = diskMass * radius * radius / 4 + diskMass * half * half;
  inertia[0] = across + 2 * disk;
  inertia[1] = inertia[0];
  inertia[2] = cylinderMass * radius * radius + 2 * (diskMass * radius * radius / 2);
}

/** A thin layer: a slightly larger ellipsoid minus the ellipsoid. */
function hollowEllipsoid(inertia: Float64Array, mass: number, size: Float64Array): void {
  const [a, b, c] = size;
  const inner = 4 * PI * a * b * c / 3;
  const outer = 4 * PI * (a + LAYER) * (b + LAYER) * (c + LAYER) / 3;
  const density = mass / (outer - inner);
  const taken = new Float64Array(3);
  diagonal(taken, inner * density, a, b, c, 5);
  diagonal(inertia, outer * density, a + LAYER, b + LAYER, c + LAYER, 5);
  for (let k = 0; k < 3; k++) inertia[k] -= taken[k];
}

/** Six plates. */
function hollowBox(inertia: Float64Array, mass: number, size: Float64Array): void {
  const [lx, ly, lz] = [2 * size[0], 2 * size[1], 2 * size[2]];
  const [sx, sy, sz] = [size[0] * size[0], size[1] * size[1], size[2] * size[2]];
  const areaZ = lx * ly;
  const areaX = ly * lz;
  const areaY = lz * lx;
  const total = 2 * (areaZ + areaX + areaY);
  const massZ = mass * areaZ / total;
  const massX = mass * areaX / total;
  const massY = mass * areaY / total;

  inertia[0] = 2 *
    (massZ * sz + massY * sy + massZ * ly * ly / 12 + massX * (ly * ly + lz * lz) / 12 + massY * lz * lz / 12);
  inertia[1] = 2 *
    (massZ * sz + massX * sx + massZ * lx * lx / 12 + massX * lz * lz / 12 + massY * (lx * lx + lz * lz) / 12);
  inertia[2] = 2 *
    (massX * sx + massY * sy + massZ * (lx * lx + ly * ly) / 12 + massX * ly * ly / 12 + massY * lx * lx / 12);
}
