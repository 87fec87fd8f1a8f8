/** Archives of goldens on the network, which are kept in the cache directory. */

import { hash } from "node:crypto";
import { readIfThere, writeWhole } from "../disk.ts";
import { HarnessError } from "../engine.ts";
import { cacheDirectory, type Tell } from "../engines/python.ts";
import manifest from "../../deno.json" with { type: "json" };

/** Where the archive of a version is published. */
export const PUBLISHED = `https://jsr.io/@plumbline/golden/${manifest.version}/golden.zip`;

/** Is this an address on the network? */
export function isAddress(golden: string): boolean {
  return /^https?:\/\//.test(golden);
}

/**
 * The path of an archive, which is downloaded once. An address may end in `#sha256=` and the hash of the archive; what
 * is in it is checked in any case.
 */
export async function fetchPack(address: string, tell: Tell = () => {}): Promise<string> {
  const { href, hash: fragment } = new URL(address);
  const wanted = /^#sha256=([0-9a-f]{64})$/.exec(fragment)?.[1];
  if (fragment !== "" && wanted === undefined) {
    throw new HarnessError(`${address}: expected #sha256= and 64 digits after the address`);
  }
  const source = href.slice(0, href.length - fragment.length);
  const path = `${cacheDirectory()}/golden-${hash("sha256", source).slice(0, 16)}.zip`;
  let bytes = readIfThere(path);
  const isFresh = bytes !== undefined && (wanted === undefined || hash("sha256", bytes) === wanted);
  if (!isFresh) {
    tell(`downloading ${source}`);
    bytes = await download(source);
  }
  if (wanted !== undefined && hash("sha256", bytes as Uint8Array) !== wanted) {
    throw new HarnessError(`${source}: is not the archive with the hash ${wanted}`);
  }
  if (!isFresh) writeWhole(path, bytes as Uint8Array);
  return path;
}

async function download(source: string): Promise<Uint8Array> {
  let response: Response;
  try {
    response = await fetch(source);
  } catch (error) {
    throw new HarnessError(`${source}: cannot be downloaded (${error instanceof Error ? error.message : error})`);
  }
  if (!response.ok) {
    throw new HarnessError(`${source}: cannot be downloaded (${response.status} ${response.statusText})`);
  }
  return new Uint8Array(await response.arrayBuffer());
}
