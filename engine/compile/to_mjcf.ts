/** Models as MJCF text. */

import { newKey } from "../mjcf/read_objects.ts";
import { writeSpec } from "../mjcf/write.ts";
import { Model } from "../types/model.ts";
import type { KeySpec, MjcfDocument, Spec } from "../types/spec.ts";
import { parseSpec } from "./compile.ts";
import { sourceOf } from "./source.ts";

/**
 * Writes a single MJCF document, without includes, classes, patterns, or shortcuts, that compiles to the same numbers.
 * A model is written as the document from which it was compiled, without later changes to the model. Asset files stay
 * separate files at the same relative paths.
 *
 * @example A pattern written out
 * ```ts
 * import { compile, toMjcf } from "@plumbline/sim";
 * import assert from "node:assert/strict";
 *
 * const xml = `<mujoco><worldbody><replicate count="2" offset="1 0 0"><geom size="1"/></replicate></worldbody></mujoco>`;
 * const model = compile(xml);
 * assert.deepEqual(compile(toMjcf(model)).geom_pos, model.geom_pos);
 * ```
 */
export function toMjcf(source: Model | MjcfDocument): string {
  if (!(source instanceof Model)) return writeSpec(source as Spec);
  const origin = sourceOf(source);
  if (origin === undefined) {
    throw new RangeError("only a model that was compiled from a document can be written; a Spec writes itself");
  }
  const spec = parseSpec(origin.xml, origin.options);
  settleKeyframes(spec, source);
  return writeSpec(spec);
}

/** Completes keyframes of attached models, which are only complete in the compiled model. */
export function settleKeyframes(spec: Spec, model: Model): void {
  if (spec.pendingKeys.length === 0) return;
  spec.keys = Array.from({ length: model.nkey }, (_, id) => keyOf(model, spec, id));
  spec.pendingKeys = [];
}

function keyOf(m: Model, spec: Spec, id: number): KeySpec {
  const part = (field: Float64Array) => {
    const length = field.length / m.nkey;
    return field.slice(length * id, length * (id + 1));
  };
  return {
    ...newKey({ spec }, undefined),
    name: nameAt(m.names, m.name_keyadr[id]),
    time: m.key_time[id],
    qpos: part(m.key_qpos),
    qvel: part(m.key_qvel),
    act: part(m.key_act),
    ctrl: part(m.key_ctrl),
    mpos: part(m.key_mpos),
    mquat: part(m.key_mquat),
  };
}

function nameAt(names: Int8Array, start: number): string {
  let end = start;
  while (names[end] !== 0) end++;
  return new TextDecoder().decode(Uint8Array.from(names.subarray(start, end)));
}
