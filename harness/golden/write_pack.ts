/** Packs a suite into one file. */

import { type Zippable, zipSync } from "fflate";
import { formatJson } from "../format_json.ts";
import { type Cases, pinOf } from "./cases.ts";
import { DESCRIPTION, FORMAT, type Pack } from "./pack.ts";

/** Packs a suite. The same suite always gives the same bytes. */
export function packSuite({ store, all }: Pick<Cases, "store" | "all">, suite: string): Uint8Array {
  const { mujoco = "" } = [...all.values()][0]?.file.minted ?? {};
  const description: Pack = { format: FORMAT, suite, mujoco, ...pinOf({ all }) };
  const out: Zippable = {};
  const add = (path: string, content: Uint8Array) => {
    // arrays are compressed already
    out[path] = [content, { level: path.endsWith(".npz") ? 0 : 9, mtime: new Date(1980, 0, 1) }];
  };
  add(DESCRIPTION, new TextEncoder().encode(formatJson(description)));
  for (const path of ["manifest.json"]) add(path, store.read(".", path) ?? new Uint8Array());
  for (const id of all.keys()) {
    for (const path of store.files(id)) add(`${id}/${path}`, store.read(id, path) ?? new Uint8Array());
  }
  return zipSync(out);
}
