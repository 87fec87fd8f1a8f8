/** Documents in addresses. */

import { deflateSync, inflateSync } from "fflate";

/** The fragment of an address that carries a document. */
export function toFragment(text: string): string {
  const bytes = deflateSync(new TextEncoder().encode(text), { level: 9 });
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `#m=${btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** The document in a fragment; undefined if there is none, or if it is damaged. */
export function fromFragment(fragment: string): string | undefined {
  const code = /^#m=([\w-]+)$/.exec(fragment)?.[1];
  if (code === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(inflateSync(bytes));
  } catch {
    return undefined;
  }
}
