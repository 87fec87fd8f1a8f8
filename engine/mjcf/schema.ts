/**
 * The grammar of MJCF, declared once: every element, how often it may occur, and its attributes. Those of elements with
 * defaults are declared in `elements/`. Reading, checking, and writing are loops over this table.
 */

import { ACTUATOR_DEFAULT, ACTUATOR_ELEMENT, ACTUATOR_PLUGIN } from "./elements/actuator.ts";
import {
  ANY,
  type Attributes,
  bool,
  float,
  floats,
  int,
  ints,
  keyword,
  real,
  reals,
  required,
  text,
} from "./elements/attribute.ts";
import { BODY_ELEMENT, FRAME_ELEMENT, INERTIAL_ELEMENT } from "./elements/body.ts";
import { CAMERA_DEFAULT, CAMERA_ELEMENT } from "./elements/camera.ts";
import { COMPILER, LENGTHRANGE } from "./elements/compiler.ts";
import { EQUALITY, EQUALITY_ELEMENT } from "./elements/equality.ts";
import { FLEX_CONTACT, FLEX_EDGE, FLEX_ELASTICITY, FLEX_ELEMENT } from "./elements/flex.ts";
import { GEOM, GEOM_ELEMENT } from "./elements/geom.ts";
import { HFIELD_ELEMENT } from "./elements/hfield.ts";
import { FREEJOINT_ELEMENT, JOINT_DEFAULT, JOINT_ELEMENT } from "./elements/joint.ts";
import { KEY_ELEMENT } from "./elements/keyframe.ts";
import { LIGHT_DEFAULT, LIGHT_ELEMENT } from "./elements/light.ts";
import { LAYER_ELEMENT, MATERIAL, MATERIAL_ELEMENT } from "./elements/material.ts";
import { MESH_DEFAULT, MESH_ELEMENT } from "./elements/mesh.ts";
import { FLAG_ELEMENT, OPTION_ELEMENT } from "./elements/option.ts";
import { EXCLUDE_ELEMENT, PAIR_DEFAULT, PAIR_ELEMENT } from "./elements/pair.ts";
import { SENSOR_ELEMENT, SENSOR_PLUGIN } from "./elements/sensor.ts";
import { SITE, SITE_ELEMENT } from "./elements/site.ts";
import { SIZE_ELEMENT } from "./elements/size.ts";
import { BONE, SKIN_ELEMENT } from "./elements/skin.ts";
import { STATISTIC } from "./elements/statistic.ts";
import { TENDON_DEFAULT, TENDON_ELEMENT, WRAP_ELEMENT } from "./elements/tendon.ts";
import { TEXTURE_ELEMENT } from "./elements/texture.ts";
import { VISUAL_ELEMENT } from "./elements/visual.ts";
import * as K from "./keywords.ts";

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

const REAL = real();
const FLOAT = float();
const INT = int();
const TEXT = text();
const BOOL = bool();
const LIMITED = keyword(K.LIMITED);
const SOLREF = reals([0, 2]);
const SOLIMP = reals([0, 5]);
const REALS = reals(ANY);
const FLOATS = floats(ANY);
const INTS = ints(ANY);
const RGBA = floats(4);

const ORIENTATION = { quat: reals(4), axisangle: reals(4), xyaxes: reals(6), zaxis: reals(3), euler: reals(3) };

const LAYERS = { layer: element("*", LAYER_ELEMENT) };

const PLUGIN_CONFIG = { config: element("*", { key: required(TEXT), value: required(TEXT) }) };
const PLUGIN = element("*", { plugin: TEXT, instance: TEXT }, PLUGIN_CONFIG);

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
    plugin: element("*", { plugin: required(TEXT) }, {
      instance: element("*", { name: required(TEXT) }, PLUGIN_CONFIG),
    }),
  }),

  custom: element("*", {}, {
    numeric: element("*", { name: required(TEXT), size: INT, data: REALS }),
    text: element("*", { name: required(TEXT), data: required(TEXT) }),
    tuple: element("*", { name: required(TEXT) }, {
      element: element("*", { objtype: required(TEXT), objname: required(TEXT), prm: REAL }),
    }),
  }),

  asset: element("*", {}, {
    mesh: element("*", MESH_ELEMENT, { plugin: PLUGIN }),
    hfield: element("*", HFIELD_ELEMENT),
    skin: SKINS,
    texture: element("*", TEXTURE_ELEMENT),
    material: element("*", MATERIAL_ELEMENT, LAYERS),
    model: element("*", { name: text(""), file: required(TEXT), content_type: TEXT }),
  }),

  body: element("R", BODY_ELEMENT, {
    inertial: element("?", INERTIAL_ELEMENT),
    joint: element("*", JOINT_ELEMENT),
    freejoint: element("*", FREEJOINT_ELEMENT),
    geom: element("*", GEOM_ELEMENT, { plugin: PLUGIN }),
    attach: element("*", { model: required(TEXT), body: TEXT, prefix: required(TEXT) }),
    site: element("*", SITE_ELEMENT),
    camera: element("*", CAMERA_ELEMENT),
    light: element("*", LIGHT_ELEMENT),
    plugin: PLUGIN,
    composite: element("*", {
      prefix: TEXT,
      type: required(keyword(K.COMPOSITE_TYPE)),
      count: ints([0, 3]),
      offset: reals(3),
      vertex: FLOATS,
      initial: TEXT,
      curve: TEXT,
      size: reals([0, 3]),
      quat: reals(4),
    }, {
      joint: element("*", {
        kind: required(keyword(K.COMPOSITE_JOINT)),
        group: INT,
        stiffness: REAL,
        damping: REAL,
        armature: REAL,
        solreffix: SOLREF,
        solimpfix: SOLIMP,
        type: keyword(K.JOINT_TYPE),
        axis: reals(3),
        limited: LIMITED,
        range: reals(2),
        margin: REAL,
        solreflimit: SOLREF,
        solimplimit: SOLIMP,
        frictionloss: REAL,
        solreffriction: SOLREF,
        solimpfriction: SOLIMP,
      }),
      skin: element("?", {
        texcoord: BOOL,
        material: TEXT,
        group: INT,
        rgba: RGBA,
        inflate: FLOAT,
        subgrid: INT,
      }),
      geom: element("?", {
        type: keyword(K.GEOM_TYPE),
        contype: INT,
        conaffinity: INT,
        condim: INT,
        group: INT,
        priority: INT,
        size: reals([0, 3]),
        material: TEXT,
        rgba: RGBA,
        friction: reals([0, 3]),
        mass: REAL,
        density: REAL,
        solmix: REAL,
        solref: SOLREF,
        solimp: SOLIMP,
        margin: REAL,
        gap: REAL,
      }),
      site: element("?", { group: INT, size: reals([0, 3]), material: TEXT, rgba: RGBA }),
      plugin: PLUGIN,
    }),
    flexcomp: element("*", {
      name: required(TEXT),
      type: keyword(K.FLEXCOMP_TYPE),
      group: INT,
      dim: INT,
      dof: keyword(K.FLEXCOMP_DOF),
      count: ints(3),
      spacing: reals(3),
      radius: REAL,
      rigid: BOOL,
      mass: REAL,
      inertiabox: REAL,
      scale: reals(3),
      file: TEXT,
      point: REALS,
      element: INTS,
      texcoord: FLOATS,
      material: TEXT,
      rgba: RGBA,
      flatskin: BOOL,
      pos: reals(3),
      ...ORIENTATION,
      origin: reals(3),
    }, {
      edge: element("?", {
        equality: keyword(K.FLEX_EQUALITY),
        solref: SOLREF,
        solimp: SOLIMP,
        stiffness: REAL,
        damping: REAL,
      }),
      elasticity: element("?", FLEX_ELASTICITY),
      contact: element("?", FLEX_CONTACT),
      pin: element("*", { id: INTS, range: INTS, grid: INTS, gridrange: INTS }),
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
    plugin: element("*", SENSOR_PLUGIN, PLUGIN_CONFIG),
  }),

  keyframe: element("*", {}, {
    key: element("*", KEY_ELEMENT),
  }),
});

/** The rule of `<frame>`, which the grammar treats as a body without a body's attributes. */
export const FRAME_RULE = element("R", FRAME_ELEMENT);

/** The rule of `<replicate>`. */
export const REPLICATE_RULE = element("R", {
  count: required(ints(1)),
  offset: reals(3),
  euler: reals(3),
  sep: TEXT,
  childclass: TEXT,
});
