/** The table of functions that find contacts, by pair of geom types. */

import { Geom } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { boxBox } from "./pairs/box_box.ts";
import { capsuleBox } from "./pairs/capsule_box.ts";
import { convex } from "./convex/convex.ts";
import { hfieldConvex } from "./field/hfield_convex.ts";
import type { CollidePair } from "./contact/pair_contacts.ts";
import { planeConvex } from "./pairs/plane_convex.ts";
import { planeBox, planeCapsule, planeCylinder, planeEllipsoid, planeSphere } from "./pairs/plane_pairs.ts";
import { sdf } from "./field/sdf.ts";
import { sphereBox } from "./pairs/sphere_box.ts";
import { sphereCylinder } from "./pairs/sphere_cylinder.ts";
import { capsuleCapsule, sphereCapsule, sphereSphere } from "./pairs/sphere_pairs.ts";

// V8-1
const { N } = Geom;

// deno-fmt-ignore
const TABLE: readonly (readonly (CollidePair | null)[])[] = [
  //               PLANE  HFIELD  SPHERE        CAPSULE         ELLIPSOID       CYLINDER        BOX           MESH          SDF
  /* PLANE     */ [null,  null,   planeSphere,  planeCapsule,   planeEllipsoid, planeCylinder,  planeBox,     planeConvex,  planeConvex],
  /* HFIELD    */ [null,  null,   hfieldConvex, hfieldConvex,   hfieldConvex,   hfieldConvex,   hfieldConvex, hfieldConvex, null],
  /* SPHERE    */ [null,  null,   sphereSphere, sphereCapsule,  convex,         sphereCylinder, sphereBox,    convex,       sdf],
  /* CAPSULE   */ [null,  null,   null,         capsuleCapsule, convex,         convex,         capsuleBox,   convex,       sdf],
  /* ELLIPSOID */ [null,  null,   null,         null,           convex,         convex,         convex,       convex,       sdf],
  /* CYLINDER  */ [null,  null,   null,         null,           null,           convex,         convex,       convex,       sdf],
  /* BOX       */ [null,  null,   null,         null,           null,           null,           boxBox,       convex,       sdf],
  /* MESH      */ [null,  null,   null,         null,           null,           null,           null,         convex,       sdf],
  /* SDF       */ [null,  null,   null,         null,           null,           null,           null,         null,         sdf],
];

/** The entry of a pair of types that never collides. */
export function noContacts(): number {
  return 0;
}

const COLLIDE: readonly CollidePair[] = TABLE.flat().map((collide) => collide ?? noContacts);

/** The function of two geoms, with types in ascending order. */
export function collideOf({ geom_type }: Model, g1: number, g2: number): CollidePair {
  return COLLIDE[geom_type[g1] * N + geom_type[g2]];
}
