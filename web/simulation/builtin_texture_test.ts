import assert from "node:assert/strict";
import load from "mujoco";
import { compileSpec, parseSpec } from "../../engine/compile/compile.ts";
import { paintTexture } from "./builtin_texture.ts";

const TYPES = [["2d", `width="14" height="9"`], ["cube", `width="8"`], ["skybox", `width="7"`]];
const BUILTINS = ["flat", "checker", "gradient"];
const MARKS = ["none", "edge", "cross", "random"];

Deno.test("paintTexture() paints MuJoCo's pixels", async () => {
  const mj = await load({ print: () => {}, printErr: () => {} });
  for (const [type, size] of TYPES) {
    for (const builtin of BUILTINS) {
      for (const mark of MARKS) {
        const texture = `<texture name="t" type="${type}" builtin="${builtin}" mark="${mark}" random="0.3" ${size}
          rgb1=".1 .55 .8" rgb2=".9 .3 .2" markrgb=".7 .8 .95"/>`;
        const xml = `<mujoco><asset>${texture}</asset></mujoco>`;
        mj.FS.writeFile("/m.xml", xml);
        const model = mj.MjModel.mj_loadXML("/m.xml");
        const spec = parseSpec(xml);
        compileSpec(spec);
        const wanted = [...model.tex_data as Uint8Array];
        model.delete();
        assert.deepEqual([...paintTexture(spec.textures[0])], wanted, texture);
      }
    }
  }
});
