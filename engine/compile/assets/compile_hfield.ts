/** Height fields of a spec: files, and elevations from 0 to 1. */

import type { HFieldSpec, Spec } from "../../types/spec.ts";
import { readAsset } from "../../mjcf/include.ts";
import { fail, locate } from "../fail.ts";
import { readElevation } from "./elevation.ts";

/** Loads, checks, and normalizes a height field. */
export function compileHField(spec: Spec, hfield: HFieldSpec): void {
  const { name, content_type: contentType, nrow, ncol, size, elevation, file, modelfiledir, compiler } = hfield;
  const wrong = (what: string) => fail("hfield", hfield, what, "file");
  if (file === "" && (nrow < 1 || ncol < 1)) throw fail("hfield", hfield, "it needs a file, or nrow and ncol");
  // with a file, the document's nrow and ncol mean nothing
  const input = { name, contentType, nrow, ncol, size, elevation };
  try {
    const bytes = file === ""
      ? undefined
      : readAsset(spec.read, spec.compiler, modelfiledir, compiler.meshdir, file, wrong).bytes;
    const check = (cells: number) => spec.budget.check("hfieldCells", cells, undefined, undefined, `hfield '${name}'`);
    const compiled = readElevation(bytes ? { ...input, file: { name: file, bytes } } : input, check);
    hfield.nrow = compiled.nrow;
    hfield.ncol = compiled.ncol;
    hfield.elevation = compiled.data;
  } catch (error) {
    throw locate(error, hfield.origin);
  }
}
