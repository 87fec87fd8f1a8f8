/** The built-in defaults of all elements that have classes. */

import type { DefaultClass } from "../types/spec.ts";
import { copyRecord } from "./copy_record.ts";
import { actuatorDefaults } from "./elements/actuator.ts";
import { defaultsOf } from "./elements/attribute.ts";
import { cameraDefaults } from "./elements/camera.ts";
import { EQUALITY } from "./elements/equality.ts";
import { geomDefaults } from "./elements/geom.ts";
import { JOINT } from "./elements/joint.ts";
import { LIGHT } from "./elements/light.ts";
import { materialDefaults } from "./elements/material.ts";
import { MESH } from "./elements/mesh.ts";
import { PAIR } from "./elements/pair.ts";
import { siteDefaults } from "./elements/site.ts";
import { TENDON } from "./elements/tendon.ts";

/** The defaults of the root class, which are never modified; elements start as copies of these or of copies of them. */
export const BUILTIN: Readonly<DefaultClass> = {
  name: "main",
  parent: undefined,
  mesh: defaultsOf(MESH),
  material: materialDefaults(),
  joint: defaultsOf(JOINT),
  geom: geomDefaults(),
  site: siteDefaults(),
  camera: cameraDefaults(),
  light: defaultsOf(LIGHT),
  pair: defaultsOf(PAIR),
  equality: defaultsOf(EQUALITY),
  tendon: defaultsOf(TENDON),
  actuator: actuatorDefaults(),
};

/** The defaults of one kind of element, for modification; until then a class shares them with other classes. */
export function ownDefaults<K extends Exclude<keyof DefaultClass, "name" | "parent">>(
  target: DefaultClass,
  kind: K,
): DefaultClass[K] {
  return target[kind] = copyRecord(target[kind]);
}
