/**
 * Messages without typed arrays. Deno's `worker_threads` visit everything in a message that can be enumerated, element by
 * element, in search of ports; buffers have nothing to enumerate.
 */

const VIEWS = { Float64Array, Float32Array, Int32Array, Uint8Array, Int8Array } as const;

/** What stands for a typed array. */
interface Bare {
  readonly view: keyof typeof VIEWS;
  readonly buffer: ArrayBufferLike;
  readonly start: number;
  readonly elements: number;
}

type Parts = Record<string, unknown>;

function isPlain(value: unknown): value is Parts {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function mapParts(value: Parts, change: (part: unknown) => unknown): Parts {
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, change(part)]));
}

/** Replaces the typed arrays in the objects and lists of a message. */
export function bareMessage(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bareMessage);
  if (isPlain(value)) return mapParts(value, bareMessage);
  if (!ArrayBuffer.isView(value)) return value;
  const { buffer, byteOffset, length, constructor: { name } } = value as Float64Array;
  if (!(name in VIEWS)) return value;
  return { view: name as keyof typeof VIEWS, buffer, start: byteOffset, elements: length } satisfies Bare;
}

/** The message as it was. */
export function fullMessage(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fullMessage);
  if (!isPlain(value)) return value;
  if (!("view" in value && "elements" in value)) return mapParts(value, fullMessage);
  const { view, buffer, start, elements } = value as unknown as Bare;
  return new VIEWS[view](buffer as ArrayBuffer, start, elements);
}
