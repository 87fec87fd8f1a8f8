import assert from "node:assert/strict";
import { compile } from "../../engine/compile/compile.ts";
import { step } from "../../engine/step.ts";
import { Data } from "../../engine/data.ts";
import { MjcfError, UnsupportedError } from "../../engine/types/errors.ts";
import type { Model } from "../../engine/types/model.ts";
import { validate, ValidationError } from "../../engine/validate.ts";
import { goldenFolders, readGolden } from "../../scripts/fuzz/generate_hostile.ts";

Deno.test("validate() accepts the model of every golden, and its data after a step", () => {
  let accepted = 0;
  const folders = goldenFolders(new URL("../../golden", import.meta.url).pathname);
  for (const folder of folders) {
    let m: Model;
    let isNotFinite: boolean;
    try {
      const { xml, assets } = readGolden(folder);
      isNotFinite = /\b(?:nan|inf)\b/i.test(xml);
      m = compile(xml, { assets });
    } catch (error) {
      // what is to be refused, and a case without a document
      assert.ok(
        error instanceof MjcfError || error instanceof UnsupportedError || error instanceof Deno.errors.NotFound,
        `${folder}: ${error}`,
      );
      continue;
    }
    try {
      const d = new Data(m);
      validate(m, d);
      step(m, d);
      validate(m, d);
    } catch (error) {
      // MuJoCo takes NaN and infinity, from which NaN follows, from a document; a validation does not
      assert.ok(
        isNotFinite && error instanceof ValidationError && /got NaN/.test(error.message),
        `${folder}: ${error}`,
      );
      continue;
    }
    accepted++;
  }
  assert.ok(accepted > folders.length / 2, `${accepted} of ${folders.length}`);
});
