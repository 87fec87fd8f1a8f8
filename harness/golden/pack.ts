/** A suite in one file: a zip file with the folders of the cases, the manifest, and a description of the whole. */

import * as v from "valibot";
import { HarnessError } from "../engine.ts";
import { type Cases, type Pin, pinOf } from "./cases.ts";
import type { GoldenStore } from "./golden.ts";
import { listZip, readZip, type ZipEntry } from "./zip.ts";

/** Version of this format. */
export const FORMAT = 1;

/** The description, in the root of the archive. */
export const DESCRIPTION = "pack.json";

const PackSchema = v.object({
  format: v.literal(FORMAT),
  /** what the suite is called */
  suite: v.string(),
  /** version of the MuJoCo that minted it */
  mujoco: v.string(),
  cases: v.number(),
  frames: v.number(),
  scalars: v.number(),
  /** sha256 of the sorted lines `sha256 of case.json`, two spaces, id; a `case.json` has the hashes of its files */
  root: v.string(),
});

/** Description of a suite in an archive. */
export type Pack = v.InferOutput<typeof PackSchema>;

/** The goldens in an archive. */
export function openPack(name: string, bytes: Uint8Array): GoldenStore {
  const entries = new Map<string, ZipEntry>();
  try {
    for (const entry of listZip(bytes)) entries.set(entry.name, entry);
  } catch (error) {
    throw new HarnessError(`${name}: ${error instanceof Error ? error.message : error}`);
  }
  const files = new Map<string, string[]>();
  for (const path of entries.keys()) {
    const [item, name, ...rest] = path.split("/");
    if (rest.length === 0) continue;
    const id = `${item}/${name}`;
    const list = files.get(id);
    if (list === undefined) files.set(id, [rest.join("/")]);
    else list.push(rest.join("/"));
  }
  return {
    name,
    list: () => [...files.keys()].filter((id) => entries.has(`${id}/case.json`)).sort(),
    files: (id) => [...files.get(id) ?? []].sort(),
    read: (id, path) => {
      const entry = entries.get(id === "." ? path : `${id}/${path}`);
      if (entry === undefined) return undefined;
      try {
        return readZip(bytes, entry);
      } catch (error) {
        throw new HarnessError(`${name}/${entry.name}: ${error instanceof Error ? error.message : error}`);
      }
    },
  };
}

/** The description of a suite, if it is in an archive. */
export function packOf(store: GoldenStore): Pack | undefined {
  const bytes = store.read(".", DESCRIPTION);
  if (bytes === undefined) return undefined;
  const place = `${store.name}/${DESCRIPTION}`;
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw new HarnessError(`${place}: ${error instanceof Error ? error.message : error}`);
  }
  const found = v.safeParse(PackSchema, json);
  if (found.success) return found.output;
  const [issue] = found.issues;
  throw new HarnessError(`${place}: ${v.getDotPath(issue) ?? "(root)"}: ${issue.message}`);
}

/** Refuses an archive whose cases are not those that it describes. */
export function checkPack(pack: Pack, { store, all }: Pick<Cases, "store" | "all">): void {
  const found = pinOf({ all });
  for (const what of ["cases", "frames", "scalars", "root"] as const satisfies readonly (keyof Pin)[]) {
    if (found[what] === pack[what]) continue;
    throw new HarnessError(
      `${store.name}: was changed after it was packed: ${what} ${found[what]} instead of ${pack[what]}`,
    );
  }
}
