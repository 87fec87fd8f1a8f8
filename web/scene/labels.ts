/** The names of objects, and where they are. */

import * as three from "./three.ts";
import type { Frame, Kind, Scenery } from "../simulation/messages.ts";
import { equalityPoints } from "./markers/connections.ts";
import { vector } from "./markers/marks.ts";
import { tendonSegments } from "./markers/objects.ts";
import type { Shown } from "./options.ts";
import type { Stage } from "./stage.ts";

/** A text at a point. */
export type Label = readonly [text: string, at: three.Vector3];

/** `actuator_trntype` and `eq_type` in a model. */
const JOINT = [0, 1];
const SLIDERCRANK = 2;
const TENDON = 3;
const SITE = 4;

/** What each mode shows. */
const LABELLED: Record<Shown["labels"], (scenery: Scenery, frame: Frame, stage: Stage) => Iterable<Label>> = {
  none: () => [],
  body: (scenery, { fields }) => named(scenery, "body", fields.xipos, 1),
  joint: (scenery, { fields }) => named(scenery, "joint", fields.xanchor),
  geom: (scenery, { fields }) => named(scenery, "geom", fields.geom_xpos),
  site: (scenery, { fields }) => named(scenery, "site", fields.site_xpos),
  camera: (scenery, { fields }) => named(scenery, "camera", fields.cam_xpos),
  light: (scenery, { fields }) => named(scenery, "light", fields.light_xpos),
  tendon: ({ names, sizes }, { fields }) => each(sizes.ntendon, (t) => firstSegment(fields, t), names.tendon),
  actuator: (scenery, { fields }) => {
    return each(scenery.sizes.nu, (i) => actuatorPlace(scenery, fields, i), scenery.names.actuator);
  },
  constraint: ({ fields: m, names, sizes }, { fields }) => {
    return each(sizes.neq, (i) => equalityPoints(fields, m, i)?.[0], names.equality);
  },
  flex: ({ fields: m, names, sizes }, { fields }) => {
    return each(sizes.nflex, (i) => vector(fields.flexvert_xpos, m.flex_vertadr[i]), names.flex);
  },
  skin: ({ fields: m, names, sizes }, { fields }) => {
    return each(sizes.nskin, (i) => vector(fields.xpos, m.skin_bonebodyid[m.skin_boneadr[i]]), names.skin);
  },
  selection: ({ names }, { fields }, { selected }) => {
    return selected > 0 ? [[names.body[selected], vector(fields.xipos, selected)]] : [];
  },
  "selected point": (_, { pull }) => {
    if (pull.body <= 0) return [];
    const at = new three.Vector3().fromArray(pull.from);
    return [[at.toArray().map((x) => x.toPrecision(3)).join(" "), at]];
  },
  contact: ({ names }, { contacts }) => {
    const side = (k: number) => {
      return contacts.geom[k] >= 0 ? names.geom[contacts.geom[k]] : names.flex[contacts.flex[k]];
    };
    return each(contacts.count, (i) => vector(contacts.pos, i), (i) => `${side(2 * i)} | ${side(2 * i + 1)}`);
  },
  "contact force": (_, { contacts }) => {
    const text = (i: number) => vector(contacts.force, i).length().toPrecision(3);
    return each(contacts.count, (i) => contacts.isActive[i] ? vector(contacts.pos, i) : undefined, text);
  },
  island: ({ sizes }, { fields }) => {
    const place = (b: number) => b > 0 && fields.body_island[b] >= 0 ? vector(fields.xipos, b) : undefined;
    return each(sizes.nbody, place, (b) => String(fields.body_island[b]));
  },
};

/** The labels of a frame. */
export function labelsOf(stage: Stage, frame: Frame, mode: Shown["labels"]): Iterable<Label> {
  return LABELLED[mode](stage.scenery, frame, stage);
}

function* each(
  count: number,
  place: (i: number) => three.Vector3 | undefined,
  text: readonly string[] | ((i: number) => string),
): Iterable<Label> {
  for (let i = 0; i < count; i++) {
    const at = place(i);
    if (at !== undefined) yield [typeof text === "function" ? text(i) : text[i], at];
  }
}

function* named({ names }: Scenery, kind: Kind, places: ArrayLike<number>, first = 0): Iterable<Label> {
  for (let i = first; i < places.length / 3; i++) yield [names[kind][i], vector(places, i)];
}

function firstSegment(fields: Frame["fields"], t: number): three.Vector3 | undefined {
  for (const [from, to] of tendonSegments(fields, t)) return from.lerp(to, 0.5);
  return undefined;
}

function actuatorPlace({ fields: m }: Scenery, fields: Frame["fields"], i: number): three.Vector3 | undefined {
  const target = m.actuator_trnid[2 * i];
  const type = m.actuator_trntype[i];
  if (JOINT.includes(type)) return vector(fields.xanchor, target);
  if (type === TENDON) return firstSegment(fields, target);
  return type === SITE || type === SLIDERCRANK ? vector(fields.site_xpos, target) : vector(fields.xipos, target);
}
