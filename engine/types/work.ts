/**
 * Work memory of the stages, kept on `data.work`: allocated on first use, reused by every step, never part of
 * the results.
 */
// deno-lint-ignore no-empty-interface
export interface Work {}
