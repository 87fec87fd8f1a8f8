/**
 * Replays goldens through the engine until one fails. Started with an import map that substitutes a mutant for a file
 * of the engine, and the ids of cases, in order, on standard input. Answers in lines of JSON.
 */

import { openStore } from "../../harness/disk.ts";
import { PLUMBLINE } from "../../harness/engines/plumbline.ts";
import { readCase, readGolden } from "../../harness/golden/golden.ts";
import { mannerOf } from "../../harness/replay/offer.ts";
import { replay } from "../../harness/replay/replay.ts";
import { ITEMS } from "../../harness/spec/items.ts";

/** Messages of the judge: start, progress, and result. */
export type Remark =
  | { readonly says: "loaded" }
  | { readonly says: "begins"; readonly case: string }
  | { readonly says: "fails"; readonly case: string }
  | { readonly says: "done" };

/** How the engine is judged. */
const PROMISE = mannerOf(PLUMBLINE.offers);

const encoder = new TextEncoder();

function say(remark: Remark): void {
  Deno.stdout.writeSync(encoder.encode(`${JSON.stringify(remark)}\n`));
}

if (import.meta.main) {
  say({ says: "loaded" });
  const { ids, all } = JSON.parse(await new Response(Deno.stdin.readable).text()) as { ids: string[]; all: boolean };
  const store = openStore(new URL("../../golden", import.meta.url).pathname);
  const tables = new Map(ITEMS.map(({ id, tolerances }) => [id, tolerances ?? {}]));
  for (const id of ids) {
    say({ says: "begins", case: id });
    const found = readCase(store, id);
    const { passed } = await replay(
      PLUMBLINE,
      readGolden(store, found),
      tables.get(found.file.items[0]) ?? {},
      PROMISE,
    );
    if (passed) continue;
    say({ says: "fails", case: id });
    if (!all) Deno.exit(0);
  }
  say({ says: "done" });
  Deno.exit(0);
}
