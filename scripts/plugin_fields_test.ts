import assert from "node:assert/strict";
import { dirname } from "node:path";
import { randomFrom } from "../harness/random.ts";
import { knownPlugins } from "../engine/plugin/mujoco_plugins.ts";
import type { SignedDistance } from "../engine/types/plugin.ts";
import { NativeLibrary } from "./native_library.ts";

/** Places of functions in MuJoCo's `mjpPlugin`, in bytes. */
const STATIC_DISTANCE = 128;
const READ_ATTRIBUTES = 136;
const BOX = 144;

const SEED = 20260;

/** Ranges of attributes. */
const RANGES: Readonly<Record<string, Readonly<Record<string, readonly [number, number]>>>> = {
  "mujoco.sdf.bolt": { radius: [0.1, 0.5] },
  "mujoco.sdf.nut": { radius: [0.1, 0.5] },
  "mujoco.sdf.bowl": { height: [-0.6, 0.6], radius: [0.5, 1.5], thickness: [0.01, 0.2] },
  "mujoco.sdf.torus": { radius1: [0.1, 1], radius2: [0.01, 0.3] },
  "mujoco.sdf.gear": {
    alpha: [-4, 4],
    diameter: [0.3, 4],
    teeth: [8, 60],
    thickness: [0.01, 0.4],
    innerdiameter: [-0.5, 0.5],
  },
};

const POINTER = { parameters: ["buffer", "buffer"], result: "pointer" } as const;

/** A plugin of native MuJoCo: the functions of its field. */
interface NativeField {
  box(attributes: Float64Array<ArrayBuffer>): Float64Array;
  distance(point: Float64Array<ArrayBuffer>, attributes: Float64Array<ArrayBuffer>): number;
  read(names: readonly string[], values: readonly string[]): Float64Array<ArrayBuffer>;
}

function text(value: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${value}\0`);
}

function addresses(texts: readonly Uint8Array<ArrayBuffer>[]): BigUint64Array<ArrayBuffer> {
  return BigUint64Array.from(texts, (bytes) => Deno.UnsafePointer.value(Deno.UnsafePointer.of(bytes)));
}

function open(library: Deno.DynamicLibrary<{ mjp_getPlugin: typeof POINTER }>, name: string): NativeField {
  const plugin = library.symbols.mjp_getPlugin(text(name), new Int32Array(1));
  assert(plugin !== null, `native MuJoCo has no ${name}`);
  const at = (offset: number) => new Deno.UnsafePointerView(plugin).getPointer(offset) as Deno.PointerObject<never>;
  const distance = new Deno.UnsafeFnPointer(at(STATIC_DISTANCE), { parameters: ["buffer", "buffer"], result: "f64" });
  const box = new Deno.UnsafeFnPointer(at(BOX), { parameters: ["buffer", "buffer"], result: "void" });
  const read = new Deno.UnsafeFnPointer(at(READ_ATTRIBUTES), {
    parameters: ["buffer", "buffer", "buffer"],
    result: "void",
  });
  return {
    distance: (point, attributes) => distance.call(point, attributes),
    box(attributes) {
      const res = new Float64Array(6).fill(NaN);
      box.call(res, attributes);
      return res;
    },
    read(names, values) {
      const res = new Float64Array(names.length).fill(NaN);
      const kept = [names.map(text), values.map(text)];
      read.call(res, addresses(kept[0]), addresses(kept[1]));
      return res;
    },
  };
}

/** The field of the engine's plugin, with texts as its attributes. */
function fieldOf(name: string, values: Readonly<Record<string, string>>): SignedDistance {
  const { sdf } = knownPlugins().find((plugin) => plugin.name === name) as { sdf: (a: unknown) => SignedDistance };
  return sdf((attribute: string) => values[attribute]);
}

Deno.test("fields of MuJoCo's plugins have the distances and boxes of native MuJoCo, whatever their attributes", async () => {
  const path = await NativeLibrary.path();
  const library = Deno.dlopen(path, {
    mjp_getPlugin: POINTER,
    mj_loadPluginLibrary: { parameters: ["buffer"], result: "void" },
  });
  library.symbols.mj_loadPluginLibrary(text(`${dirname(path)}/plugin/libsdf_plugin.so`));

  const random = randomFrom(SEED);
  const uniform = (low: number, high: number) => low + (high - low) * random();
  let equal = 0;
  let compared = 0;
  for (const [name, ranges] of Object.entries(RANGES)) {
    const native = open(library, name);
    const names = Object.keys(ranges);
    for (let trial = 0; trial < 60; trial++) {
      // some attributes keep their defaults
      const given = names.filter(() => random() < 0.8);
      const values = Object.fromEntries(given.map((key) => {
        const value = uniform(...ranges[key]);
        return [key, String(key === "teeth" ? Math.round(value) : value)];
      }));
      const attributes = native.read(names, names.map((key) => values[key] ?? ""));
      const field = fieldOf(name, values);
      const box = native.box(attributes);
      assert.deepEqual(Float64Array.from(field.box), box, name);

      for (let k = 0; k < 100; k++) {
        const point = Float64Array.from([0, 1, 2], (axis) => uniform(-1.2, 1.2) * box[3 + axis]);
        const expected = native.distance(point, attributes);
        const got = field.distance(point);
        // how much native MuJoCo moves with the last place of each coordinate
        let noise = 0;
        for (const axis of [0, 1, 2]) {
          for (const sign of [-1, 1]) {
            const near = point.slice();
            near[axis] *= 1 + sign * 2 ** -52;
            noise = Math.max(noise, Math.abs(native.distance(near, attributes) - expected));
          }
        }
        const allowed = 10 * noise + 1e-14 * Math.max(1, Math.abs(expected));
        assert(
          Math.abs(got - expected) <= allowed,
          `seed ${SEED}: ${name} ${JSON.stringify(values)} at ${[
            ...point,
          ]}: got ${got}, MuJoCo ${expected}, allowed ${allowed}`,
        );
        if (got === expected) equal++;
        compared++;
      }
    }
  }
  library.close();
  assert(equal > 0.6 * compared, `${equal} of ${compared} distances have the same bits`);
});
