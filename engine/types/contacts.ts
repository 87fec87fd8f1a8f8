/** Contacts as a struct of arrays. */

import { CONTACT_FIELDS } from "./data_fields.ts";
import type { Contacts } from "./interfaces.ts";
import { emptyArray, Layout } from "./layout.ts";

const CONTACT_LAYOUT = new Layout(
  Object.fromEntries(
    Object.entries(CONTACT_FIELDS).map(([name, [dtype, columns]]) => [name, [dtype, "ncon", columns]]),
  ),
);

function emptyContacts(): Contacts {
  const out: Record<string, unknown> = {};
  for (const [name, [dtype]] of Object.entries(CONTACT_FIELDS)) out[name] = emptyArray(dtype);
  return { ...out } as unknown as Contacts;
}

/** Empty contacts, of which all others are copies: V8-3. */
export const NO_CONTACTS: Readonly<Contacts> = { ...emptyContacts() };

/** Allocates contacts. */
export function newContacts(capacity: number): Contacts {
  const out: Record<string, unknown> = { ...NO_CONTACTS };
  const sizes = { ncon: capacity };
  CONTACT_LAYOUT.fill(out, sizes);
  return out as unknown as Contacts;
}
