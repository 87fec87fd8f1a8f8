/** The arrays of a model or of data that kernels know by their addresses. */

/** Some members of an object, as an object in the fast layout: V8-3. */
export function pick<T, N extends keyof T>(from: T, names: readonly N[]): Pick<T, N> {
  return { ...Object.fromEntries(names.map((name) => [name, from[name]])) } as Pick<T, N>;
}

/** Are all arrays in a memory that have elements? */
export function areIn(memory: ArrayBufferLike, arrays: Readonly<Record<string, ArrayBufferView>>): boolean {
  return Object.values(arrays).every(({ buffer, byteLength }) => byteLength === 0 || buffer === memory);
}
