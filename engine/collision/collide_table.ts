/** Which function finds the contacts of which pair of geom types. */

import { Geom } from "../types/enums.ts";
import type { CollidePair } from "./pair_contacts.ts";
import { planeBox, planeCapsule, planeCylinder, planeSphere } from "./plane_pairs.ts";
import { capsuleCapsule, sphereCapsule, sphereSphere } from "./sphere_pairs.ts";

// deno-fmt-ignore
const TABLE: readonly (readonly (CollidePair | null)[])[] = [
  //              PLANE HFIELD SPHERE        CAPSULE         ELLIPSOID CYLINDER       BOX       MESH  SDF
  /* PLANE     */ [null, null, planeSphere,  planeCapsule,   null,     planeCylinder, planeBox, null, null],
  /* HFIELD    */ [null, null, null,         null,           null,     null,          null,     null, null],
  /* SPHERE    */ [null, null, sphereSphere, sphereCapsule,  null,     null,          null,     null, null],
  /* CAPSULE   */ [null, null, null,         capsuleCapsule, null,     null,          null,     null, null],
  /* ELLIPSOID */ [null, null, null,         null,           null,     null,          null,     null, null],
  /* CYLINDER  */ [null, null, null,         null,           null,     null,          null,     null, null],
  /* BOX       */ [null, null, null,         null,           null,     null,          null,     null, null],
  /* MESH      */ [null, null, null,         null,           null,     null,          null,     null, null],
  /* SDF       */ [null, null, null,         null,           null,     null,          null,     null, null],
];

/** The function of a pair at `type1 * Geom.N + type2`, for types in ascending order; null where nothing collides. */
export const COLLIDE: readonly (CollidePair | null)[] = TABLE.flat();

/** Index into `COLLIDE`. */
export function pairKind(type1: number, type2: number): number {
  return type1 * Geom.N + type2;
}
