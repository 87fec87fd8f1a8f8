/** Where the values of a field come from. */

/**
 * Where the values of a field come from, which determines how closely two implementations can agree on it.
 *
 * - `copied`: taken from the document or the model, or selected among their values
 * - `counted`: whole numbers such as counts, indices, flags, and types; also time, which is a sum of equal steps
 * - `computed`: the result of floating-point arithmetic, which rounds
 * - `scratch: …`: leftovers of an algorithm, not a result; the reason follows
 */
export type Origin = "copied" | "counted" | "computed" | `scratch: ${string}`;
