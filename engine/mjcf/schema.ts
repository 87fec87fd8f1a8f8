/**
 * The grammar of MJCF, declared once: every element, how often it may occur, and its attributes, which are declared
 * in `elements/`. Reading, checking, and writing are loops over this table.
 */

import { ACTUATOR_DEFAULT, ACTUATOR_ELEMENT, ACTUATOR_PLUGIN } from "./elements/actuator.ts";
import { ATTACH_ELEMENT, MODEL_ELEMENT, REPLICATE_ELEMENT } from "./elements/attach.ts";
import { type Attributes, text } from "./elements/attribute.ts";
import { BODY_ELEMENT, FRAME_ELEMENT, INERTIAL_ELEMENT } from "./elements/body.ts";
import { CAMERA_DEFAULT, CAMERA_ELEMENT } from "./elements/camera.ts";
import { COMPILER, LENGTHRANGE } from "./elements/compiler.ts";
import { COMPOSITE_ELEMENT, COMPOSITE_JOINT, COMPOSITE_PARTS } from "./elements/composite.ts";
import { NUMERIC_ELEMENT, TEXT_ELEMENT, TUPLE_ELEMENT, TUPLE_PART } from "./elements/custom.ts";
import { EQUALITY, EQUALITY_ELEMENT } from "./elements/equality.ts";
import { FLEX_CONTACT, FLEX_EDGE, FLEX_ELASTICITY, FLEX_ELEMENT } from "./elements/flex.ts";
import { FLEXCOMP_EDGE, FLEXCOMP_ELEMENT, PIN_ELEMENT } from "./elements/flexcomp.ts";
import { GEOM, GEOM_ELEMENT } from "./elements/geom.ts";
import { HFIELD_ELEMENT } from "./elements/hfield.ts";
import { FREEJOINT_ELEMENT, JOINT_DEFAULT, JOINT_ELEMENT } from "./elements/joint.ts";
import { KEY_ELEMENT } from "./elements/keyframe.ts";
import { LIGHT_DEFAULT, LIGHT_ELEMENT } from "./elements/light.ts";
import { LAYER_ELEMENT, MATERIAL, MATERIAL_ELEMENT } from "./elements/material.ts";
import { MESH_DEFAULT, MESH_ELEMENT } from "./elements/mesh.ts";
import { FLAG_ELEMENT, OPTION_ELEMENT } from "./elements/option.ts";
import { EXCLUDE_ELEMENT, PAIR_DEFAULT, PAIR_ELEMENT } from "./elements/pair.ts";
import { CONFIG_ELEMENT, EXTENSION_PLUGIN, INSTANCE_ELEMENT, PLUGIN_ELEMENT } from "./elements/plugin.ts";
import { SENSOR_ELEMENT } from "./elements/sensor.ts";
import { SITE, SITE_ELEMENT } from "./elements/site.ts";
import { SIZE_ELEMENT } from "./elements/size.ts";
import { BONE, SKIN_ELEMENT } from "./elements/skin.ts";
import { STATISTIC } from "./elements/statistic.ts";
import { TENDON_DEFAULT, TENDON_ELEMENT, WRAP_ELEMENT } from "./elements/tendon.ts";
import { TEXTURE_ELEMENT } from "./elements/texture.ts";
import { VISUAL_ELEMENT } from "./elements/visual.ts";

/** How often an element occurs: exactly once, at most once, any number of times, or also inside itself. */
export type Occurrence = "!" | "?" | "*" | "R";

/** An element of the grammar. */
export interface ElementRule {
  occurs: Occurrence;
  attributes: Attributes;
  children: Readonly<Record<string, ElementRule>>;
}

function element(
  occurs: Occurrence,
  attributes: Attributes,
  children: Readonly<Record<string, ElementRule>> = {},
): ElementRule {
  return { occurs, attributes, children };
}

const TEXT = text();

const LAYERS = { layer: element("*", LAYER_ELEMENT) };

const PLUGIN_CONFIG = { config: element("*", CONFIG_ELEMENT) };
const PLUGIN = element("*", PLUGIN_ELEMENT, PLUGIN_CONFIG);

const SKINS = element("*", SKIN_ELEMENT, { bone: element("*", BONE) });

/** Elements without children. */
function each<K extends string>(occurs: Occurrence, rules: Record<K, Attributes>): Record<K, ElementRule> {
  const out = Object.entries<Attributes>(rules).map(([name, attributes]) => [name, element(occurs, attributes)]);
  return Object.fromEntries(out);
}

/** The grammar, from the root element down. */
export const SCHEMA = element("!", { model: TEXT }, {
  compiler: element("*", COMPILER, { lengthrange: element("?", LENGTHRANGE) }),
  option: element("*", OPTION_ELEMENT, { flag: element("?", FLAG_ELEMENT) }),
  size: element("*", SIZE_ELEMENT),
  visual: element("*", {}, each("?", VISUAL_ELEMENT)),
  statistic: element("*", STATISTIC),

  default: element("R", { class: TEXT }, {
    mesh: element("?", MESH_DEFAULT),
    material: element("?", MATERIAL, LAYERS),
    joint: element("?", JOINT_DEFAULT),
    geom: element("?", GEOM),
    site: element("?", SITE),
    camera: element("?", CAMERA_DEFAULT),
    light: element("?", LIGHT_DEFAULT),
    pair: element("?", PAIR_DEFAULT),
    equality: element("?", EQUALITY),
    tendon: element("?", TENDON_DEFAULT),
    ...each("?", ACTUATOR_DEFAULT),
  }),

  extension: element("*", {}, {
    plugin: element("*", EXTENSION_PLUGIN, { instance: element("*", INSTANCE_ELEMENT, PLUGIN_CONFIG) }),
  }),

  custom: element("*", {}, {
    numeric: element("*", NUMERIC_ELEMENT),
    text: element("*", TEXT_ELEMENT),
    tuple: element("*", TUPLE_ELEMENT, { element: element("*", TUPLE_PART) }),
  }),

  asset: element("*", {}, {
    mesh: element("*", MESH_ELEMENT, { plugin: PLUGIN }),
    hfield: element("*", HFIELD_ELEMENT),
    skin: SKINS,
    texture: element("*", TEXTURE_ELEMENT),
    material: element("*", MATERIAL_ELEMENT, LAYERS),
    model: element("*", MODEL_ELEMENT),
  }),

  body: element("R", BODY_ELEMENT, {
    inertial: element("?", INERTIAL_ELEMENT),
    joint: element("*", JOINT_ELEMENT),
    freejoint: element("*", FREEJOINT_ELEMENT),
    geom: element("*", GEOM_ELEMENT, { plugin: PLUGIN }),
    attach: element("*", ATTACH_ELEMENT),
    site: element("*", SITE_ELEMENT),
    camera: element("*", CAMERA_ELEMENT),
    light: element("*", LIGHT_ELEMENT),
    plugin: PLUGIN,
    composite: element("*", COMPOSITE_ELEMENT, {
      joint: element("*", COMPOSITE_JOINT),
      ...each("?", COMPOSITE_PARTS),
      plugin: PLUGIN,
    }),
    flexcomp: element("*", FLEXCOMP_ELEMENT, {
      edge: element("?", FLEXCOMP_EDGE),
      elasticity: element("?", FLEX_ELASTICITY),
      contact: element("?", FLEX_CONTACT),
      pin: element("*", PIN_ELEMENT),
      plugin: PLUGIN,
    }),
  }),

  deformable: element("*", {}, {
    flex: element("*", FLEX_ELEMENT, {
      contact: element("?", FLEX_CONTACT),
      edge: element("?", FLEX_EDGE),
      elasticity: element("?", FLEX_ELASTICITY),
    }),
    skin: SKINS,
  }),

  contact: element("*", {}, {
    pair: element("*", PAIR_ELEMENT),
    exclude: element("*", EXCLUDE_ELEMENT),
  }),

  equality: element("*", {}, each("*", EQUALITY_ELEMENT)),

  tendon: element("*", {}, {
    spatial: element("*", TENDON_ELEMENT.spatial, each("*", WRAP_ELEMENT.spatial)),
    fixed: element("*", TENDON_ELEMENT.fixed, each("*", WRAP_ELEMENT.fixed)),
  }),

  actuator: element("*", {}, {
    ...each("*", ACTUATOR_ELEMENT),
    plugin: element("*", ACTUATOR_PLUGIN, PLUGIN_CONFIG),
  }),

  sensor: element("*", {}, {
    ...each("*", SENSOR_ELEMENT),
    plugin: element("*", SENSOR_ELEMENT.plugin, PLUGIN_CONFIG),
  }),

  keyframe: element("*", {}, {
    key: element("*", KEY_ELEMENT),
  }),
});

/** The rule of `<frame>`, which the grammar treats as a body without a body's attributes. */
export const FRAME_RULE = element("R", FRAME_ELEMENT);

/** The rule of `<replicate>`. */
export const REPLICATE_RULE = element("R", REPLICATE_ELEMENT);
