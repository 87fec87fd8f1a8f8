/** Geoms: pose, size, bounds, and mass. */

import { accumulateChild, accumulateFrame } from "../math/frame.ts";
import { normalizeVec } from "../math/normalize.ts";
import { rotVecQuat } from "../math/quat.ts";
import { resolveOrientation } from "../mjcf/orientation.ts";
import { Geom, GeomInertia } from "../types/enums.ts";
import type { SizeSettings } from "../mjcf/elements/size.ts";
import type { GeomSpec, MeshSpec } from "../types/spec.ts";
import { compileFromTo } from "./body_parts.ts";
import { checkSizes, checkUserData } from "./check_values.ts";
import { fail } from "./fail.ts";
import { setFluidCoefficients } from "./fluid.ts";
import { boxInertia, geomInertia, geomVolume } from "./geom_inertia.ts";
import { fitGeom } from "./mesh/fit_geom.ts";
import type { CompiledMesh } from "./mesh/types.ts";

const EPS = 1e-14;

/** Half size of a plane's bounding box. */
const MAXVAL = 1e10;

/** Compiled meshes, by their specs. */
export type Meshes = ReadonlyMap<MeshSpec, CompiledMesh>;

const centre = new Float64Array(3);
const offset = new Float64Array(3);

/** Compiles a geom; everything is expressed in the frame of the body. */
export function compileGeom(geom: GeomSpec, size: SizeSettings, meshes: Meshes): void {
  const { compiler, frame } = geom;
  checkGeom(geom, size);
  geom.visual = !geom.contype && !geom.conaffinity;
  normalizeVec(geom.quat, 0, 4);
  if (!compileFromTo("geom", geom)) {
    resolveOrientation(geom, compiler.angle, compiler.eulerseq, (what) => fail("geom", geom, what));
  }

  const { meshSpec } = geom;
  if (meshSpec) placeMesh(geom, meshes.get(meshSpec) as CompiledMesh);
  checkSizes("geom", geom, geom.type, geom.size);
  const mesh = geom.meshSpec && meshes.get(geom.meshSpec);
  setSizes(geom, mesh);
  if (geom.size.some(Number.isNaN)) throw fail("geom", geom, "size is not a number", "size");
  setBounds(geom, mesh);
  if (geom.inferinertia) setMass(geom, mesh);
  if (geom.fluidshape > 0) setFluidCoefficients(geom);
  if (frame) accumulateChild(frame.pos, frame.quat, geom.pos, geom.quat);
}

function checkGeom(geom: GeomSpec, size: SizeSettings): void {
  const { type, condim, meshSpec, hfieldSpec, body } = geom;
  checkUserData("geom", geom, size.nuser_geom);
  if (condim !== 1 && condim !== 3 && condim !== 4 && condim !== 6) {
    throw fail("geom", geom, `condim must be 1, 3, 4, or 6, got ${condim}`, "condim");
  }
  if ((type === Geom.MESH || type === Geom.SDF) && !meshSpec) throw fail("geom", geom, "a mesh geom needs a 'mesh'");
  if (type === Geom.SDF && meshSpec?.plugin && !geom.plugin) {
    throw fail(
      "geom",
      geom,
      `the distances of mesh '${meshSpec.name}' are those of its plugin, which the geom needs too`,
    );
  }
  if ((type === Geom.HFIELD) !== (hfieldSpec !== undefined)) {
    throw fail("geom", geom, "type 'hfield' and attribute 'hfield' require each other");
  }
  if (type === Geom.PLANE && body.weldid !== 0) throw fail("geom", geom, "a plane needs a static body", "type");
}

/** Moves the geom to the frame of its mesh, and fits its shape to the mesh if it is a primitive. */
function placeMesh(geom: GeomSpec, mesh: CompiledMesh): void {
  if (geom.fromto !== undefined) throw fail("geom", geom, "fromto cannot be combined with a mesh", "fromto");
  centre.fill(0);
  if (geom.type !== Geom.MESH && geom.type !== Geom.SDF) {
    if (!fitGeom(mesh, geom.type, geom.compiler.fitaabb === 1, geom.fitscale, geom.size, centre)) {
      throw fail("geom", geom, "a shape of this type cannot be fitted to a mesh", "type");
    }
    geom.meshSpec = undefined;
  } else if (geom.shellinertia === GeomInertia.SHELL) {
    throw fail("geom", geom, "inertia of a mesh is an attribute of the mesh", "shellinertia");
  }
  rotVecQuat(offset, 0, centre, 0, mesh.quat, 0);
  for (let k = 0; k < 3; k++) offset[k] += mesh.pos[k];
  accumulateFrame(geom.pos, geom.quat, offset, mesh.quat);
}

function setSizes(geom: GeomSpec, mesh: CompiledMesh | undefined): void {
  const { size, hfieldSpec } = geom;
  if (hfieldSpec) {
    size[0] = hfieldSpec.size[0];
    size[1] = hfieldSpec.size[1];
    size[2] = 0.25 * hfieldSpec.size[2] + 0.5 * hfieldSpec.size[3];
  } else if (mesh) {
    const { aamm } = mesh;
    for (let k = 0; k < 3; k++) size[k] = Math.max(Math.abs(aamm[k]), Math.abs(aamm[k + 3]));
  }
}

/** lower and upper corner of a bounding box */
const corners = new Float64Array(6);

/** Center and half sizes of the bounding box. */
function setBounds(geom: GeomSpec, mesh: CompiledMesh | undefined): void {
  const { type, size, aabb, hfieldSpec } = geom;
  if (hfieldSpec) {
    const [x, y, up, down] = hfieldSpec.size;
    corners.set([-x, -y, -down, x, y, up]);
  } else if (mesh) {
    corners.set(mesh.aamm);
  } else if (type === Geom.PLANE) {
    corners.set([-MAXVAL, -MAXVAL, -MAXVAL, MAXVAL, MAXVAL, 0]);
  } else {
    const [x, y, z] = size;
    const isRound = type === Geom.SPHERE || type === Geom.CAPSULE || type === Geom.CYLINDER;
    corners[3] = x;
    corners[4] = isRound ? x : y;
    corners[5] = type === Geom.SPHERE ? x : type === Geom.CAPSULE ? x + y : isRound ? y : z;
    for (let k = 0; k < 3; k++) corners[k] = -corners[k + 3];
  }
  for (let k = 0; k < 3; k++) {
    aabb[k] = (corners[k + 3] + corners[k]) / 2;
    aabb[k + 3] = (corners[k + 3] - corners[k]) / 2;
  }
}

/** Radius of the bounding sphere; 0 for planes. */
export function boundingRadius(geom: GeomSpec): number {
  const { type, size, hfieldSpec } = geom;
  switch (type) {
    case Geom.HFIELD: {
      const [x, y, up, down] = hfieldSpec?.size ?? size;
      return Math.sqrt(x * x + y * y + Math.max(up * up, down * down));
    }
    case Geom.SPHERE:
      return size[0];
    case Geom.CAPSULE:
      return size[0] + size[1];
    case Geom.CYLINDER:
      return Math.sqrt(size[0] * size[0] + size[1] * size[1]);
    case Geom.ELLIPSOID:
      return Math.max(Math.max(size[0], size[1]), size[2]);
    case Geom.BOX:
    case Geom.MESH:
    case Geom.SDF:
      return Math.sqrt(size[0] * size[0] + size[1] * size[1] + size[2] * size[2]);
    default:
      return 0;
  }
}

function setMass(geom: GeomSpec, mesh: CompiledMesh | undefined): void {
  const { mass, inertia } = geom;
  const volume = mesh ? mesh.volume : geomVolume(geom);
  const fill = () =>
    mesh ? boxInertia(inertia, geom.compiledMass, mesh.boxsz) : geomInertia(inertia, geom, geom.compiledMass);
  if (mass !== undefined && !Number.isNaN(mass)) {
    if (mass === 0) {
      geom.density = 0;
    } else if (volume > EPS) {
      geom.compiledMass = mass;
      geom.density = mass / volume;
      fill();
    }
  } else {
    geom.compiledMass = geom.density * volume;
    fill();
  }
  if (geom.compiledMass < 0 || inertia.some((value) => value < 0) || geom.density < 0) {
    throw fail("geom", geom, "mass, density, and inertia cannot be negative");
  }
}
