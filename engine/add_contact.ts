/** Contacts that users add. */

import { contactsBelow } from "./model/arena.ts";
import { warn } from "./model/warning.ts";
import type { Data } from "./data.ts";
import { CONTACT_FIELDS, type ContactField } from "./types/data_fields.ts";
import { growContacts } from "./types/data_memory.ts";
import { Warning } from "./types/enums.ts";
import type { Model } from "./types/model.ts";

/** A contact: numbers or arrays under the names of `Contacts`. What is missing is zero, and −1 for ids. */
export type NewContact = Readonly<Partial<Record<ContactField, number | ArrayLike<number>>>>;

/** Fields that are −1 unless they are given. */
const IDS: ReadonlySet<string> = new Set(["geom", "flex", "elem", "vert", "efc_address"]);

/**
 * Appends a contact to those that collision detection has found; the constraint rows are gone until `makeConstraint`.
 * Returns 0, or 1 and counts a warning if the arena has no room for it.
 *
 * @example A contact that holds a ball in the air
 * ```ts
 * import { addContact, compile, Data, forward, fwdConstraint, makeConstraint, referenceConstraint } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <option><flag island="disable"/></option>
 *     <worldbody><body pos="0 0 1"><freejoint/><geom size="0.1"/></body><geom size="0.01" contype="0"/></worldbody>
 *   </mujoco>`);
 * const data = new Data(model);
 * forward(model, data);
 * addContact(model, data, {
 *   dist: -0.001, pos: [0, 0, 0.9], frame: [0, 0, 1, 1, 0, 0, 0, 1, 0], dim: 1, geom: [0, 1],
 *   friction: [1, 1, 0, 0, 0], solref: [0.02, 1], solimp: [0.9, 0.95, 0.001, 0.5, 2],
 * });
 * makeConstraint(model, data);
 * referenceConstraint(model, data);
 * fwdConstraint(model, data);
 * if (!(data.qacc[2] > -9.8)) throw new Error("it falls freely");
 * ```
 */
export function addContact(_m: Model, d: Data, con: NewContact): 0 | 1 {
  const { contact } = d;
  d.nefc = 0;
  d.nisland = 0;
  for (let i = 0; i < d.ncon; i++) contact.efc_address[i] = -1;
  if (d.ncon >= contactsBelow(d.narena)) {
    warn(d, Warning.CONTACTFULL, d.ncon);
    return 1;
  }

  growContacts(d, d.ncon + 1);
  const at = d.ncon++;
  for (const [name, [, columns]] of Object.entries(CONTACT_FIELDS)) {
    const field = name as ContactField;
    const value = con[field] ?? 0;
    const row = d.contact[field].subarray(columns * at, columns * (at + 1));
    if (con[field] === undefined) row.fill(IDS.has(name) ? -1 : 0);
    else if (typeof value === "number") row.fill(value);
    else if (value.length === columns) row.set(value);
    else throw new RangeError(`addContact: ${name} needs ${columns} numbers, got ${value.length}`);
  }
  return 0;
}
