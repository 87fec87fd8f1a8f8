/** States that outlive a change of the model: each number stays with the element that it belongs to. */

import type { Data } from "../data.ts";
import { keyLayout, type KeyPart } from "../mjcf/attach_keyframes.ts";
import { listTree } from "../mjcf/tree.ts";
import type { Spec as Document } from "../types/spec.ts";

/** Where the numbers of an element are in the state of a model. */
export interface Place {
  readonly part: KeyPart;
  /** the record of a joint, an actuator, or a mocap body */
  readonly owner: object;
  readonly start: number;
  readonly length: number;
}

/** The places of all elements of a document, as it is compiled. */
export function placesOf(document: Document): readonly Place[] {
  listTree(document);
  return keyLayout(document).slices;
}

function arrayOf(d: Data, part: KeyPart): Float64Array {
  switch (part) {
    case "mpos":
      return d.mocap_pos;
    case "mquat":
      return d.mocap_quat;
    default:
      return d[part];
  }
}

/** Copies time, positions, velocities, activations, controls, and mocap poses of the elements that both have. */
export function keepState(to: Data, toPlaces: readonly Place[], from: Data, fromPlaces: readonly Place[]): void {
  const old = new Map<object, Partial<Record<KeyPart, Place>>>();
  for (const place of fromPlaces) old.set(place.owner, { ...old.get(place.owner), [place.part]: place });
  to.time = from.time;
  for (const { part, owner, start, length } of toPlaces) {
    const place = old.get(owner)?.[part];
    if (place === undefined || place.length !== length) continue;
    arrayOf(to, part).set(arrayOf(from, part).subarray(place.start, place.start + length), start);
  }
}
