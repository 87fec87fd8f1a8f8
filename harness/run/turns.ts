/** The order in which cases are run, so that neighbors use the same part of an engine. */

/** Folders whose runs use more and more of an engine: motion first, then constraints, then collisions. */
const FOLDERS = ["sens", "dyn", "4", "5", "22", "41", "im", "24", "25", "26", "2", "27", "3", "sol", "l4"];

/**
 * Puts the cases in order; those of other folders, where models are compiled, come first, and what is refused before
 * them. Two processes that start from both ends each have to compile and warm up only part of the engine, which takes a
 * tenth of the time of a run. The order is known before any recipe has been read: `scalars` are those of the manifest.
 */
export function inTurns(ids: readonly string[], scalars: Readonly<Record<string, number>>): string[] {
  const rank = (id: string): number => {
    const folder = FOLDERS.indexOf(id.slice(0, id.indexOf("/")));
    // a refusal is the only value of its case
    return scalars[id] === 1 ? -2 : folder;
  };
  return ids.map((id) => ({ id, rank: rank(id) })).sort((a, b) => a.rank - b.rank).map(({ id }) => id);
}
