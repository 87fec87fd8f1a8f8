/** The engines of the scoreboard, as `engines.json` lists them. */

import * as v from "valibot";
import { HarnessError } from "../harness/engine.ts";
import { LEVELS } from "../harness/replay/offer.ts";

const Common = {
  /** name of its files */
  id: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9.-]*$/)),
  /** what the page calls it */
  title: v.pipe(v.string(), v.nonEmpty()),
  /** what it is a version of */
  family: v.pipe(v.string(), v.nonEmpty()),
  /** the options of `conform` of these names */
  level: v.optional(v.picklist(LEVELS)),
  patience: v.optional(v.number()),
  /** how many cases of each item are run, if not all are: the first ones by a hash of their ids */
  sample: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** what readers should know */
  note: v.optional(v.string()),
};

const EntrySchema = v.union([
  /** the value of `--engine` */
  v.strictObject({ ...Common, engine: v.string() }),
  /** requirements from PyPI, and the module that is run */
  v.strictObject({ ...Common, python: v.array(v.string()), module: v.string() }),
]);

/** One engine. */
export type Entry = v.InferOutput<typeof EntrySchema>;

/** Reads the list of engines. */
export function parseEntries(text: string, place: string): Entry[] {
  const found = v.safeParse(v.array(EntrySchema), JSON.parse(text));
  if (!found.success) {
    const [issue] = found.issues;
    throw new HarnessError(`${place}: ${v.getDotPath(issue) ?? "(root)"}: ${issue.message}`);
  }
  const ids = found.output.map(({ id }) => id);
  const twice = ids.find((id, i) => ids.indexOf(id) < i);
  if (twice !== undefined) throw new HarnessError(`${place}: two engines are called ${twice}`);
  return found.output;
}
