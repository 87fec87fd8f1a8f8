import assert from "node:assert/strict";
import { compileSpec, parseSpec } from "../compile/compile.ts";
import { MjcfError } from "../types/errors.ts";
import type { Model } from "../types/model.ts";
import { writeSpec } from "./write.ts";

function model(body: string, assets: Record<string, string | Uint8Array> = {}): Model {
  return compileSpec(parseSpec(`<mujoco><worldbody>${body}</worldbody></mujoco>`, { assets }));
}

const SHEET = `name="f" type="grid" count="3 4 1" spacing="0.1 0.2 0.1" dim="2"`;

Deno.test("compile() makes a body with three slides of every point of a flexcomp that is not pinned", () => {
  const m = model(`<flexcomp ${SHEET} mass="6"><pin id="0 5"/><pin range="8 9"/></flexcomp>`);
  assert.deepEqual([m.nflex, m.nbody, m.nv, m.flex_centered[0]], [1, 1 + 8, 24, 0]);
  assert.deepEqual(Array.from(m.flex_vertbodyid), [0, 1, 2, 3, 4, 0, 5, 6, 0, 0, 7, 8]);
  assert.ok(m.body_mass.subarray(1).every((mass) => mass === 6 / 12));
  assert.ok(m.jnt_type.every((type) => type === 2));
});

Deno.test("compile() keeps total mass and center of an interpolated flexcomp, whatever the order", () => {
  for (const dof of ["trilinear", "quadratic"]) {
    const contact = `<contact selfcollide="none"/>`;
    const m = model(`<flexcomp ${SHEET.replace("3 4 1", "3 4 5").replace('dim="2"', 'dim="3"')} dof="${dof}" mass="6"
      pos="1 2 3">${contact}</flexcomp>`);
    assert.ok(Math.abs(m.body_subtreemass[0] - 6) < 1e-12, dof);
    for (let k = 0; k < 3; k++) {
      let sum = 0;
      for (let b = 1; b < m.nbody; b++) sum += m.body_mass[b] * m.body_pos[3 * b + k];
      assert.ok(Math.abs(sum / 6 - (k + 1)) < 1e-12, `${dof}, axis ${k}`);
    }
  }
});

Deno.test("compile() closes the surface of a solid: every edge of its shell is in two faces, once each way", () => {
  for (const type of ["box", "cylinder", "ellipsoid"]) {
    const m = model(`<flexcomp name="f" type="${type}" count="4 3 5" spacing="0.1 0.1 0.1" dim="3"/>`);
    const edges = new Map<string, number>();
    for (let i = 0; i < m.nflexshelldata; i += 3) {
      for (let k = 0; k < 3; k++) {
        const [a, b] = [m.flex_shell[i + k], m.flex_shell[i + (k + 1) % 3]];
        const [key, way] = a < b ? [`${a} ${b}`, 1] : [`${b} ${a}`, -1];
        edges.set(key, (edges.get(key) ?? 0) + way);
      }
    }
    assert.ok([...edges.values()].every((ways) => ways === 0), type);
    assert.equal(m.nflexvert - edges.size + m.nflexshelldata / 3, 3, `${type}: Euler's 2, and a center`);
  }
});

const POINTS = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]];

// as many as points: binary files of version 2.2 are checked against the number of elements
const TETRAHEDRA = [[1, 2, 3, 4], [2, 3, 4, 5], [1, 2, 3, 5], [1, 2, 4, 5], [1, 3, 4, 5]];
const N = TETRAHEDRA.length;

function bytes(...parts: (string | ArrayBuffer)[]): Uint8Array {
  const all = parts.map((part) => typeof part === "string" ? new TextEncoder().encode(part) : new Uint8Array(part));
  const out = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
  all.reduce((at, part) => (out.set(part, at), at + part.length), 0);
  return out;
}

function buffer(length: number, fill: (view: DataView) => void): ArrayBuffer {
  const data = new ArrayBuffer(length);
  fill(new DataView(data));
  return data;
}

/** The same tetrahedra in every dialect. */
function dialects(): Record<string, Uint8Array> {
  const header = (version: string, binary: number) => `$MeshFormat\n${version} ${binary} 8\n$EndMeshFormat\n$Nodes\n`;
  const middle = "\n$EndNodes\n$Elements\n";
  const end = "\n$EndElements\n";
  const lines = (rows: readonly (readonly number[])[]) => rows.map((row) => row.join(" ") + "\n").join("");
  const longs = (view: DataView, at: number, values: readonly number[]) =>
    values.forEach((value, i) => view.setBigUint64(at + 8 * i, BigInt(value), true));
  const ints = (view: DataView, at: number, values: readonly number[]) =>
    values.forEach((value, i) => view.setInt32(at + 4 * i, value, true));
  const head41 = (view: DataView, counts: readonly number[], entity: readonly number[], last: number) => {
    longs(view, 0, counts);
    ints(view, 32, entity);
    longs(view, 44, [last]);
  };
  return {
    "41 text": bytes(
      header("4.1", 0) + `1 5 1 5\n3 1 0 5\n1\n2\n3\n4\n5\n${lines(POINTS)}${middle}1 ${N} 1 ${N}\n3 1 4 ${N}\n`,
      lines(TETRAHEDRA.map((tetrahedron, i) => [i + 1, ...tetrahedron])) + end,
    ),
    "41 binary": bytes(
      header("4.1", 1),
      buffer(52 + 32 * 5, (view) => {
        head41(view, [1, 5, 1, 5], [3, 1, 0], 5);
        longs(view, 52, [1, 2, 3, 4, 5]);
        POINTS.flat().forEach((x, i) => view.setFloat64(52 + 40 + 8 * i, x, true));
      }),
      middle,
      buffer(52 + 40 * N, (view) => {
        head41(view, [1, N, 1, N], [3, 1, 4], N);
        TETRAHEDRA.forEach((tetrahedron, i) => longs(view, 52 + 40 * i, [i + 1, ...tetrahedron]));
      }),
      end,
    ),
    "22 text": bytes(
      header("2.2", 0) + `5\n${lines(POINTS.map((point, i) => [i + 1, ...point]))}${middle.slice(1)}${N}\n`,
      lines(TETRAHEDRA.map((tetrahedron, i) => [i + 1, 4, 2, 1, 1, ...tetrahedron])) + end,
    ),
    "22 binary": bytes(
      header("2.2", 1) + "0005\n",
      buffer(28 * 5, (view) =>
        POINTS.forEach((point, i) => {
          ints(view, 28 * i, [i + 1]);
          point.forEach((x, k) => view.setFloat64(28 * i + 4 + 8 * k, x, true));
        })),
      `${middle}000${N}\n`,
      // one header for all, without tags
      buffer(12 + 20 * N, (view) => {
        ints(view, 0, [4, N, 0]);
        TETRAHEDRA.forEach((tetrahedron, i) => ints(view, 12 + 20 * i, [i + 1, ...tetrahedron]));
      }),
      end,
    ),
  };
}

Deno.test("compile() reads the same flex from every dialect of Gmsh", () => {
  const flexcomp = `<flexcomp name="f" type="gmsh" file="f.msh"/>`;
  const parts = Object.entries(dialects()).map(([name, file]): [string, number[][]] => {
    const m = model(flexcomp, { "f.msh": file });
    return [name, [Array.from(m.flex_dim), Array.from(m.body_pos), Array.from(m.flex_elem)]];
  });
  for (const [name, part] of parts) assert.deepEqual(part, parts[0][1], name);
});

Deno.test("compile() answers damaged files of Gmsh with an error of the model, or not at all", () => {
  for (const [name, file] of Object.entries(dialects())) {
    for (let i = 11; i < file.length; i += 3) {
      const damaged = file.slice();
      damaged[i] ^= 1 << (i % 8);
      try {
        model(`<flexcomp name="f" type="gmsh" file="f.msh"/>`, { "f.msh": i % 2 ? damaged : file.slice(0, i) });
      } catch (error) {
        assert.ok(error instanceof MjcfError, `${name}, byte ${i}: ${error}`);
      }
    }
  }
});

Deno.test("writeSpec() writes flexcomps as flexes that compile to the same numbers", () => {
  const xml = `
    <mujoco>
      <worldbody>
        <flexcomp ${SHEET}>
          <edge equality="true" damping="2"/>
          <pin id="3"/>
          <contact internal="true" passive="true" condim="4"/>
        </flexcomp>
        <flexcomp name="g" type="box" count="3 3 3" spacing="0.1 0.1 0.1" dim="3" radius="0.01" euler="10 20 30">
          <elasticity young="1e4" poisson="0.3"/>
        </flexcomp>
      </worldbody>
    </mujoco>`;
  const first = compileSpec(parseSpec(xml));
  const second = compileSpec(parseSpec(writeSpec(parseSpec(xml))));
  assert.deepEqual({ ...second }, { ...first });
});
