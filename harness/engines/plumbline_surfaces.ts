/**
 * Height fields and signed distance fields against geoms in many poses, without steps between them: what is found, and
 * where the searches end that the next ones begin with.
 */

import { collideOf } from "../../engine/collision/collide_table.ts";
import { newPairContacts } from "../../engine/collision/contact/pair_contacts.ts";
import { hfieldElement } from "../../engine/collision/field/hfield_element.ts";
import { quat2Mat } from "../../engine/math/quat.ts";
import { compile, Data, forward, type Model, sdfDistance, sdfGradient, SdfType } from "../../mod.ts";
import { type Random, symmetricFrom } from "../random.ts";
import { stateOf } from "./plumbline_searches.ts";
import { line, numbersOfContacts } from "./spoken_numbers.ts";

const SEED = 13;

/** Everything that the uses say. */
export function saidBySurfaces(): string[] {
  const m = fields();
  return [...ofHeights(m), ...ofElements(m), ...ofCombinations(m)];
}

const CONVEX = [
  ...[`size=".12"`, `type="capsule" size=".08 .2"`, `type="ellipsoid" size=".2 .1 .15"`],
  ...[`type="cylinder" size=".12 .08"`, `type="box" size=".15 .1 .06"`, `type="mesh" mesh="few"`],
  `type="mesh" mesh="many"`,
];

/** Three height fields, and convex geoms. */
function fields(): Model {
  const random = symmetricFrom(SEED);
  const numbers = (n: number, scale: number) =>
    Array.from({ length: n }, () => (scale * random()).toFixed(2)).join(" ");
  return compile(`<mujoco>
  <asset>
    <mesh name="few" vertex="${numbers(18, 0.16)}"/><mesh name="many" vertex="${numbers(60, 0.16)}"/>
    <hfield name="a" nrow="4" ncol="33" size="2 .3 .12 .1" elevation="${numbers(132, 1)}"/>
    <hfield name="b" nrow="25" ncol="5" size=".4 1.6 .1 .15" elevation="${numbers(125, 1)}"/>
    <hfield name="c" nrow="4" ncol="5" size="9 8 1 .4" elevation="${numbers(20, 1)}"/>
  </asset>
  <worldbody>
    <geom type="plane" size="1 1 1"/><geom type="hfield" hfield="a"/><geom type="hfield" hfield="b"/>
    <geom type="hfield" hfield="c"/>
    ${CONVEX.map((kind) => `<geom ${kind}/>`).join("")}
    <geom type="capsule" size="1 2.5"/><geom type="box" size="3 .4 .8"/>
    ${[0, 1, 2].map((k) => `<body name="b${k}"><joint/><geom size=".1" contype="0" conaffinity="0"/></body>`).join("")}
  </worldbody>
  <deformable>
    <flex name="f" dim="2" radius=".03" body="b0 b1 b2" vertex="0 0 0 0 0 0 0 0 0" element="0 1 2"/>
    <flex name="g" dim="1" radius=".05" body="b0 b1" vertex="0 0 0 0 0 0" element="0 1"/>
  </deformable></mujoco>`);
}

const PLANE = 0;
const HEIGHTS = [1, 2, 3];
/** where geoms meet them */
const BOXES = [[2.2, 0.35, 0.25], [0.45, 1.8, 0.25], [9, 8, 3]];
const FIRST = 4;
const LARGE = FIRST + CONVEX.length;

/** Puts a geom at a place of a box, at every third call on a lattice and level. */
function put({ geom_xpos, geom_xmat }: Data, g: number, box: readonly number[], turn: number, random: Random): void {
  const isLevel = turn % 3 === 0;
  const quat = Float64Array.from(isLevel ? [1, 0, 0, turn % 2] : [random(), random(), random(), random()]);
  const norm = Math.sqrt(quat.reduce((sum, x) => sum + x * x, 0));
  quat2Mat(geom_xmat, 9 * g, quat.map((x) => x / norm), 0);
  for (let k = 0; k < 3; k++) {
    geom_xpos[3 * g + k] = isLevel ? box[k] / 4 * Math.round(4 * random()) : box[k] * random();
  }
}

/** Geoms over all parts of height fields, each a second time where it has moved a little. */
function ofHeights(m: Model): string[] {
  const d = new Data(m);
  forward(m, d);
  const random = symmetricFrom(SEED);
  const con = newPairContacts();
  const { disableflags } = m.opt;
  const lines: string[] = [];
  for (const [i, field] of HEIGHTS.entries()) {
    const box = BOXES[i];
    const geoms = i < 2 ? CONVEX.map((_, k) => FIRST + k) : [LARGE, LARGE + 1];
    for (const g of geoms) {
      const said: number[] = [];
      for (let turn = 0; turn < 4; turn++) {
        put(d, g, box, turn, random);
        con.margin[0] = turn % 4 === 1 ? 0.05 * box[2] : 0;
        m.opt.disableflags = disableflags | (turn % 4 === 3 ? 1 << 17 : 0);
        for (let again = 0; again < 2; again++) {
          con.oneFrame = false;
          con.frame.fill(0.5);
          if (d.work.ccd) Object.assign(d.work.ccd, { maxContacts: 8, distCutoff: 1 });
          const count = collideOf(m, field, g)(con, m, d, field, g);
          said.push(...numbersOfContacts(con, count), ...stateOf(d.work.ccd));
          for (let k = 0; k < 3; k++) d.geom_xpos[3 * g + k] += 0.02 * box[2] * random();
        }
      }
      lines.push(line(`height field ${field} and geom ${g}`, said));
    }
  }
  Object.assign(m.opt, { disableflags });
  return lines;
}

/** Elements of flexes over all parts of height fields: triangles and edges. */
function ofElements(m: Model): string[] {
  const d = new Data(m);
  forward(m, d);
  const random = symmetricFrom(SEED);
  const con = newPairContacts();
  const { disableflags } = m.opt;
  return HEIGHTS.map((field, i) => {
    const said: number[] = [];
    const box = BOXES[i];
    for (let turn = 0; turn < 30; turn++) {
      const flex = turn % 2;
      const at = box.map((reach) => reach * random());
      for (let v = 0; v < d.flexvert_xpos.length; v++) d.flexvert_xpos[v] = at[v % 3] + 0.25 * box[v % 3] * random();
      con.margin[0] = turn % 3 === 1 ? 0.3 * box[2] : 0;
      m.opt.disableflags = disableflags | (turn % 5 === 4 ? 1 << 17 : 0);
      // what other searches leave behind
      con.frame.fill(0.5);
      if (d.work.ccd) Object.assign(d.work.ccd, { maxContacts: 8, distCutoff: 1 });
      const count = hfieldElement(con, m, d, field, flex, 0);
      said.push(...numbersOfContacts(con, count));
    }
    Object.assign(m.opt, { disableflags });
    return line(`height field ${field} and elements`, said);
  });
}

/** Signed distances that are combined, also those of meshes without an octree, at points inside and outside. */
function ofCombinations(m: Model): string[] {
  const d = new Data(m);
  forward(m, d);
  const random = symmetricFrom(SEED);
  const gradient = new Float64Array(3);
  const said: number[] = [];
  for (let k = 0; k < 90; k++) {
    const first = k % 10 === 7 ? PLANE : FIRST + k % 7;
    const second = k % 8 === 0 ? PLANE : FIRST + Math.trunc(k / 3) % 7;
    put(d, first, [0.2, 0.2, 0.2], k, random);
    const relpos = Float64Array.from({ length: 3 }, () => 0.1 * random());
    const relmat = d.geom_xmat.slice(9 * first, 9 * first + 9);
    const type = [SdfType.SINGLE, SdfType.INTERSECTION, SdfType.MIDSURFACE, SdfType.COLLISION][k % 4 ^ k % 3];
    const field = { type, geoms: [first, second] as const, relpos, relmat };
    const point = Float64Array.from({ length: 3 }, () => 0.2 * random());
    gradient.fill(0);
    sdfGradient(m, d, field, gradient, point);
    said.push(sdfDistance(m, d, field, point), ...gradient);
  }
  const refused = [[-1], [m.ngeom], [0, -1], [0, m.ngeom], [0]].map((geoms) => {
    try {
      const type = geoms[0] === 0 ? SdfType.COLLISION : SdfType.SINGLE;
      return `${sdfDistance(m, d, { type, geoms: geoms as [number] }, gradient)}`;
    } catch (error) {
      return (error as Error).message;
    }
  });
  return [line("combined fields", said), ...refused];
}
