/** Height fields of a spec: their files, and what they become. */

import { MjcfError } from "../types/errors.ts";
import type { HFieldSpec, Spec } from "../types/spec.ts";
import { readAsset } from "../mjcf/include.ts";
import { fail } from "./fail.ts";
import { compileHfield, type HfieldSpec as HfieldInput } from "./hfield.ts";

/** Loads, checks and normalises a height field. */
export function compileHField(spec: Spec, hfield: HFieldSpec): void {
  const { name, content_type, file, compiler, modelfiledir, nrow, ncol, size, elevation } = hfield;
  const input: HfieldInput = { name, contentType: content_type, nrow, ncol, size, elevation };
  if (file !== "") {
    const wrong = (what: string) => fail("hfield", hfield, what, "file");
    const bytes = readAsset(spec.read, spec.compiler, modelfiledir, compiler.meshdir, file, wrong);
    input.file = { name: file, bytes };
  }
  try {
    const field = compileHfield(input);
    hfield.nrow = field.nrow;
    hfield.ncol = field.ncol;
    hfield.elevation = field.data;
  } catch (error) {
    // errors about the content of a file know no place
    if (!(error instanceof MjcfError) || error.line > 0 || !hfield.origin) throw error;
    throw hfield.origin.error(error.message);
  }
}
