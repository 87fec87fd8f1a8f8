/** The documents that models come from. Apart from the compiler, so that threads which only step need not load it. */

import type { Model } from "../types/model.ts";
import type { CompileOptions } from "./compile.ts";

interface Source {
  readonly xml: string;
  readonly options: CompileOptions;
}

const sources = new WeakMap<Model, Source>();

/** The document that a model was compiled from, if it was. */
export function sourceOf(model: Model): Source | undefined {
  return sources.get(model);
}

/** Says which document a model comes from. */
export function setSource(model: Model, xml: string, options: CompileOptions): void {
  sources.set(model, { xml, options });
}

/** Lets a copy of a model be written as the document of the other. */
export function shareSource(to: Model, from: Model): void {
  const source = sources.get(from);
  if (source === undefined) sources.delete(to);
  else sources.set(to, source);
}
