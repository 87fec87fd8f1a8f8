/** Completion of elements, attributes, keywords, and names. */

import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";
import { childrenOf, describe, namesIn, REFERENCES, ruleAt, wordsOf } from "./grammar.ts";

/** Completes MJCF. */
export function completeMjcf(context: CompletionContext): CompletionResult | null {
  const { state, pos } = context;
  const node = syntaxTree(state).resolveInner(pos, -1);
  const before = state.sliceDoc(Math.max(0, pos - 200), pos);

  const value = /([\w]+)\s*=\s*["']([^"'<>]*)$/.exec(before);
  if (value !== null) return completeValue(context, node, value[1], value[2]);
  const opening = /<([\w]*)$/.exec(before);
  if (opening !== null) return result(pos - opening[1].length, elements(elementPath(state, node, true)));
  const attribute = /<\w+\b[^<>]*\s([\w]*)$/.exec(before);
  if (attribute !== null) return result(pos - attribute[1].length, attributes(state, node));
  return null;
}

function result(from: number, options: Completion[]): CompletionResult | null {
  return options.length === 0 ? null : { from, options, validFor: /^[\w.-]*$/ };
}

function elements(path: readonly string[]): Completion[] {
  if (path.length === 0) return [{ label: "mujoco", type: "type" }];
  const rule = ruleAt(path);
  return rule === undefined ? [] : Object.keys(childrenOf(rule)).map((label) => ({ label, type: "type" }));
}

function attributes(state: EditorState, node: SyntaxNode): Completion[] {
  const rule = ruleAt(elementPath(state, node, false));
  if (rule === undefined) return [];
  const tag = tagOf(node);
  const text = tag === null ? "" : state.sliceDoc(tag.from, tag.to);
  return Object.entries(rule.attributes).filter(([name]) => !new RegExp(`\\b${name}\\s*=`).test(text)).map(
    ([name, attribute]) => ({ label: name, type: "property", apply: `${name}="`, detail: describe(attribute) }),
  );
}

function completeValue({ state, pos }: CompletionContext, node: SyntaxNode, name: string, typed: string) {
  const rule = ruleAt(elementPath(state, node, false));
  const attribute = rule?.attributes[name];
  const words = attribute === undefined ? [] : wordsOf(attribute);
  const names = words.length === 0 && name in REFERENCES ? namesIn(state.doc.toString(), REFERENCES[name]) : [];
  const last = /\S*$/.exec(typed)?.[0] ?? "";
  return result(pos - last.length, [...words, ...names].map((label) => ({ label, type: "constant" })));
}

/** The tag that a place is in. */
function tagOf(node: SyntaxNode): SyntaxNode | null {
  for (let at: SyntaxNode | null = node; at !== null; at = at.parent) {
    if (at.name === "OpenTag" || at.name === "SelfClosingTag") return at;
    if (at.name === "Element") return at.firstChild;
  }
  return null;
}

/** The elements around a place, from the root; the innermost one is left out while its own name is written. */
function elementPath(state: EditorState, node: SyntaxNode, isNaming: boolean): string[] {
  const path: string[] = [];
  let isOwn = isNaming;
  for (let at: SyntaxNode | null = node; at !== null; at = at.parent) {
    if (at.name !== "Element") continue;
    const tag = at.firstChild;
    const name = tag?.getChild("TagName");
    // an element that begins where a name is written is the one that is being written
    if (
      isOwn && tag !== null && tag.from >= state.doc.lineAt(node.from).from && node.from <= tag.to && tag.to >= node.to
    ) {
      isOwn = false;
      continue;
    }
    isOwn = false;
    if (name) path.unshift(state.sliceDoc(name.from, name.to));
  }
  return path;
}
