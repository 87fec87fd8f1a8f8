/** The directory of a zip file, and its entries. */

import { inflateRawSync } from "node:zlib";

/** A file in a zip file. */
export interface ZipEntry {
  readonly name: string;
  /** 0 stored, 8 deflated */
  readonly method: number;
  /** number of bytes, packed and unpacked */
  readonly packed: number;
  readonly size: number;
  /** where its local header begins */
  readonly local: number;
}

const decoder = new TextDecoder();

/** Lists the entries in their order. Throws an `Error` that describes what is wrong with the bytes. */
export function listZip(bytes: Uint8Array): ZipEntry[] {
  const view = viewOf(bytes);
  // the directory is at the end, followed by a record with its offset
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  const out: ZipEntry[] = [];
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50) throw new Error("damaged zip directory");
    const nameLength = view.getUint16(at + 28, true);
    out.push({
      name: decoder.decode(bytes.subarray(at + 46, at + 46 + nameLength)),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      local: view.getUint32(at + 42, true),
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return out;
}

/** The content of an entry. Throws an `Error` that describes what is wrong with it. */
export function readZip(bytes: Uint8Array, { name, method, packed, size, local }: ZipEntry): Uint8Array {
  const view = viewOf(bytes);
  if (local + 30 > bytes.length) throw new Error(`${name} is truncated`);
  const begin = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  const content = bytes.subarray(begin, begin + packed);
  if (content.length < packed) throw new Error(`${name} is truncated`);
  if (method !== 0 && method !== 8) throw new Error(`${name}: compression method ${method} is not supported`);
  const raw = method === 0 ? content : inflate(content, size);
  if (raw.length !== size) throw new Error(`${name} has ${raw.length} bytes for ${size}`);
  return raw;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Size of the buffer that zlib uses; the whole result fits, so it is produced at once. */
const SMALLEST_CHUNK = 64;

function inflate(content: Uint8Array, size: number): Uint8Array {
  const chunkSize = Math.max(size, SMALLEST_CHUNK);
  // a result that is longer than announced ends in an error rather than in all of the memory
  const { buffer, byteOffset, byteLength } = inflateRawSync(content, { chunkSize, maxOutputLength: chunkSize });
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function findEnd(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 66000); at--) {
    if (view.getUint32(at, true) === 0x06054b50) return at;
  }
  throw new Error("not a zip file, or truncated");
}
