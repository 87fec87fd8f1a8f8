/** Objects of a model, found by name. */

import type { Model } from "../types/model.ts";
import { Bound } from "./bound.ts";
import type { ObjectKind } from "./kinds.ts";
import type { NamedInModel } from "./types.ts";
import { viewOf } from "./view.ts";

/** The object of a kind with that name or number. */
export function inModel<Kind extends ObjectKind>(m: Model, kind: Kind, name: string | number): NamedInModel<Kind> {
  const views = m.plans.views ??= new Map();
  return viewOf(views, "model", m, m, kind, name) as unknown as NamedInModel<Kind>;
}

/** Several objects of a kind. */
export function bindModel<Field extends string>(
  m: Model,
  kind: ObjectKind,
  names: readonly (string | number)[],
): Bound<Field> {
  return new Bound("model", m, m, kind, names);
}
