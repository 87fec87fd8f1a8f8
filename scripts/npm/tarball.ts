/** Tarballs as npm makes them: everything below `package/`, with the same bytes from the same files. */

import { gzip } from "@gfx/zopfli";

/** The files of a package, by path. */
export type Files = ReadonlyMap<string, Uint8Array>;

const BLOCK = 512;

/** Files that can be run. */
const PROGRAMS = /^bin\//;

/** Longest name in the first field of a header. */
const NAME = 100;

/** A tar archive in the ustar format. */
export function tar(files: Files): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const [path, bytes] of [...files].sort(([a], [b]) => a < b ? -1 : 1)) {
    const mode = PROGRAMS.test(path) ? 0o755 : 0o644;
    parts.push(header(`package/${path}`, bytes.length, mode), bytes, new Uint8Array(-bytes.length & (BLOCK - 1)));
  }
  parts.push(new Uint8Array(2 * BLOCK));
  return concat(parts);
}

/** The gzipped archive. `isSmallest` spends seconds per megabyte on a few percent. */
export function tarball(files: Files, isSmallest: boolean): Promise<Uint8Array> {
  const bytes = tar(files);
  if (!isSmallest) {
    const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(new CompressionStream("gzip"));
    return new Response(stream).bytes();
  }
  return new Promise((resolve, reject) => {
    gzip(
      bytes,
      { numiterations: 40, blocksplittingmax: 0 },
      (error, result) => error ? reject(error) : resolve(result),
    );
  });
}

function header(path: string, size: number, mode: number): Uint8Array {
  const bytes = new Uint8Array(BLOCK);
  const put = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, "0")}\0`;
  // a long path is split at a slash
  const cut = path.length <= NAME ? -1 : path.indexOf("/", path.length - NAME - 1);
  if (path.length > NAME && cut < 0) throw new RangeError(`${path}: this path is too long for a tarball`);
  put(0, path.slice(cut + 1));
  put(100, octal(mode, 7));
  put(108, octal(0, 7));
  put(116, octal(0, 7));
  put(124, octal(size, 11));
  // the date that npm gives to every file
  put(136, octal(Date.UTC(1985, 9, 26, 8, 15) / 1000, 11));
  put(148, "        ");
  put(156, "0");
  put(257, "ustar\0" + "00");
  if (cut >= 0) put(345, path.slice(0, cut));
  put(148, `${octal(bytes.reduce((sum, byte) => sum + byte, 0), 6)} `);
  return bytes;
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
