/** The arrays of a model or of data that kernels know by their addresses. */

/** Some members of an object. */
export type Picked<T, Names extends readonly (keyof T)[]> = Readonly<Pick<T, Names[number]>>;

/** Some members of an object. */
export function pick<T, const Names extends readonly (keyof T)[]>(from: T, names: Names): Picked<T, Names> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Picked<T, Names>;
}

/** Are all arrays in a memory that have elements? */
export function areIn(memory: ArrayBufferLike, arrays: Readonly<Record<string, ArrayBufferView>>): boolean {
  return Object.values(arrays).every(({ buffer, byteLength }) => byteLength === 0 || buffer === memory);
}
