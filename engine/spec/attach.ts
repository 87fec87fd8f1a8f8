/** Attachment of parts of documents. */

import { attachBody, attachFrame, frameWorld } from "../mjcf/attach.ts";
import type { BodySpec, FrameSpec } from "../types/spec.ts";
import type { SpecBody, SpecFrame, SpecPlace } from "./body.ts";
import { Call } from "./call.ts";
import { cloneDocument } from "./clone.ts";
import { editorOf } from "./editor.ts";
import { holderOf, recordOf, type SpecElement } from "./element.ts";
import type { Spec } from "./spec.ts";

/** Names of an attached part. */
export interface Attachment {
  /** goes before each name */
  prefix?: string;
  /** goes after each name */
  suffix?: string;
}

/** Copies a part of a document into a body or frame. */
export function attach(
  place: SpecPlace,
  part: SpecElement | Spec,
  { prefix = "", suffix = "" }: Attachment,
): SpecBody | SpecFrame {
  const { spec } = place;
  const from = "spec" in part ? part.spec : part;
  const isWorld = !("spec" in part);
  const call = new Call("attach", {}, [], place.name);
  if (isWorld && from === spec) throw call.error("attach: a document cannot be attached to itself as a whole");
  if (!isWorld && part.kind === "body" && recordOf<BodySpec>(part).parent === undefined) {
    throw call.error("attach: the world cannot be attached; attach its document");
  }

  // another document stays as it is
  const editor = editorOf(spec);
  const { document, copies } = from === spec
    ? { document: editor.document, copies: undefined }
    : cloneDocument(editorOf(from).document);
  const copyOf = <T extends object>(record: T) => (copies?.get(record) ?? record) as T;
  const { body, frame } = holderOf(place);
  const names = [prefix, suffix] as const;

  return editor.attached(() => {
    if (!isWorld && part.kind === "body") {
      if (frame === undefined) throw call.error("attach: a body is attached to a frame or a site, not to a body");
      const child = copyOf(recordOf<BodySpec>(part));
      return ["body", attachBody(editor.document, body, frame, document, child, ...names, call)];
    }
    const inner = isWorld ? frameWorld(document, call) : copyOf(recordOf<FrameSpec>(part));
    const source = isWorld ? document.world : copyOf(editorOf(from).bodyOf(recordOf<FrameSpec>(part)));
    const copy = attachFrame(editor.document, body, document, source, inner, ...names, call);
    if (frame !== undefined) copy.parent = frame;
    return ["frame", copy];
  }) as SpecBody | SpecFrame;
}
