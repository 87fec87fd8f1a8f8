/** The editor of a document: completion, errors at their place, history. */

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { xml } from "@codemirror/lang-xml";
import { bracketMatching, foldGutter, HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { completeMjcf } from "./complete.ts";

const THEME = EditorView.theme({
  "&": { height: "100%", fontSize: "13px", backgroundColor: "var(--raised)", color: "var(--text)" },
  ".cm-scroller": { fontFamily: "ui-monospace, monospace" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": { backgroundColor: "var(--back)", color: "var(--faint)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--accent) 7%, transparent)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--accent) 28%, transparent) !important",
  },
  ".cm-tooltip": { backgroundColor: "var(--raised)", color: "var(--text)", border: "1px solid var(--line)" },
  ".cm-diagnostic": { whiteSpace: "pre-wrap", fontFamily: "ui-monospace, monospace" },
});

const COLORS = HighlightStyle.define([
  { tag: tags.tagName, color: "light-dark(#0b6b5c, #5fd0b5)" },
  { tag: tags.attributeName, color: "light-dark(#44546a, #a9b7c9)" },
  { tag: tags.attributeValue, color: "light-dark(#9c2f20, #f0a08c)" },
  { tag: tags.comment, color: "var(--faint)", fontStyle: "italic" },
  { tag: tags.angleBracket, color: "var(--faint)" },
]);

/** An editor in an element. */
export class Editor {
  readonly view: EditorView;
  #isLoading = false;

  constructor(parent: HTMLElement, changed: (text: string) => void) {
    // styles of a shadow tree are allowed where those of a page are not
    const root = parent.attachShadow({ mode: "open" });
    const listen = EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged && !this.#isLoading) changed(state.doc.toString());
    });
    const state = EditorState.create({
      extensions: [
        lineNumbers(),
        foldGutter(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        lintGutter(),
        xml(),
        syntaxHighlighting(COLORS),
        autocompletion({ override: [completeMjcf] }),
        keymap.of([...closeBracketsKeymap, ...completionKeymap, indentWithTab, ...historyKeymap, ...defaultKeymap]),
        THEME,
        listen,
      ],
    });
    this.view = new EditorView({ state, parent: root as unknown as HTMLElement, root });
  }

  /** The document. */
  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Shows another document. */
  load(text: string): void {
    this.#isLoading = true;
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
    this.#isLoading = false;
    this.clearErrors();
  }

  /** Marks an error at a line and column, both from 1. */
  showError(message: string, line: number, column: number): void {
    const { doc } = this.view.state;
    if (line < 1 || line > doc.lines) return this.clearErrors();
    const { from, to } = doc.line(line);
    const start = Math.min(to, from + Math.max(0, column - 1));
    const word = /^[<\w]+/.exec(doc.sliceString(start, to))?.[0].length ?? 0;
    const diagnostic: Diagnostic = { from: start, to: start + word, severity: "error", message };
    this.view.dispatch(setDiagnostics(this.view.state, [diagnostic]));
  }

  /** Removes marks of errors. */
  clearErrors(): void {
    this.view.dispatch(setDiagnostics(this.view.state, []));
  }
}
