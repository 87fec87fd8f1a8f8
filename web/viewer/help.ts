/** The overlay that explains keys and mouse. */

import { OPTIONS } from "../scene/options.ts";
import { h } from "./dom.ts";
import { BINDINGS, MOUSE } from "./keys.ts";

/** The overlay, closed at first. */
export function helpDialog(): HTMLDialogElement {
  const table = (title: string, rows: readonly (readonly [string, string])[]) =>
    h(
      "section",
      {},
      h("h2", {}, title),
      h("dl", {}, ...rows.flatMap(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, text)])),
    );
  const close = h("button", { type: "button", textContent: "Close" });
  const options = Object.values(OPTIONS).filter(({ key }) => key !== "").map(({ key, name }) =>
    [key.toUpperCase(), name.toLowerCase()] as const
  );
  const dialog = h(
    "dialog",
    { className: "help" },
    table("Simulation and view", BINDINGS.map(({ label, text }) => [label, text] as const)),
    table("Mouse and fingers", MOUSE),
    table("What is drawn", options),
    close,
  );
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  return dialog;
}
