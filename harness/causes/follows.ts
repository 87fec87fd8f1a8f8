/** What follows from each field of the model: the first fields of a step that change with it. */

import follows from "./follows.json" with { type: "json" };

/** Labels by field of the model; written by `deno run -A scripts/follows.ts`, which changes each field and looks. */
export const FOLLOWS = follows as Readonly<Record<string, readonly string[]>>;
