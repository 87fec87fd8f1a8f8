/** Objects of data, found by name. */

import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import { Bound } from "./bound.ts";
import type { ObjectKind } from "./kinds.ts";
import type { NamedInData } from "./types.ts";
import { viewOf } from "./view.ts";

function modelOf(d: Data): Model {
  const { model } = d.work;
  if (model === undefined) throw new RangeError("objects can be found by name in data made by new Data(model)");
  return model;
}

/** The object of a kind with that name or number. */
export function inData<Kind extends ObjectKind>(d: Data, kind: Kind, name: string | number): NamedInData<Kind> {
  const views = d.work.views ??= new Map();
  return viewOf(views, "data", d, modelOf(d), kind, name) as unknown as NamedInData<Kind>;
}

/** Several objects of a kind. */
export function bindData<Field extends string>(
  d: Data,
  kind: ObjectKind,
  names: readonly (string | number)[],
): Bound<Field> {
  return new Bound("data", d, modelOf(d), kind, names);
}
