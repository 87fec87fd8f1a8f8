import assert from "node:assert/strict";
import { CompletionContext } from "@codemirror/autocomplete";
import { xml } from "@codemirror/lang-xml";
import { EditorState } from "@codemirror/state";
import { SCHEMA } from "../../engine/mjcf/schema.ts";
import { completeMjcf } from "./complete.ts";
import { ruleAt } from "./grammar.ts";

/** Labels that are offered at the bar in a document. */
function offered(marked: string): string[] {
  const pos = marked.indexOf("|");
  const state = EditorState.create({ doc: marked.replace("|", ""), extensions: [xml()] });
  const result = completeMjcf(new CompletionContext(state, pos, true));
  return result?.options.map(({ label }) => label) ?? [];
}

function assertOffers(marked: string, some: readonly string[], none: readonly string[]): void {
  const labels = offered(marked);
  for (const label of some) assert.ok(labels.includes(label), `${marked}: no ${label} in ${labels}`);
  for (const label of none) assert.ok(!labels.includes(label), `${marked}: ${label}`);
}

Deno.test("completeMjcf() offers the elements that may stand at a place", () => {
  assertOffers("<|", ["mujoco"], ["geom"]);
  assertOffers("<mujoco><|</mujoco>", ["worldbody", "option", "include"], ["geom", "body"]);
  assertOffers("<mujoco>\n  <worldbody>\n    <body>\n      <ge|\n    </body>\n  </worldbody>\n</mujoco>", [
    "geom",
    "joint",
    "frame",
  ], [
    "motor",
    "option",
  ]);
  assertOffers("<mujoco><actuator><|</actuator></mujoco>", ["motor", "muscle"], ["geom"]);
  assertOffers("<mujoco><default><default><|</default></default></mujoco>", ["geom", "default", "motor"], ["body"]);
});

Deno.test("completeMjcf() offers the attributes that an element has and that are not given yet", () => {
  assertOffers(`<mujoco><worldbody><geom type="box" |/></worldbody></mujoco>`, ["size", "friction", "material"], [
    "type",
    "kp",
  ]);
  assertOffers(`<mujoco><actuator><position jo|/></actuator></mujoco>`, ["joint", "kp"], ["friction"]);
  assertOffers(`<mujoco><option><flag |/></option></mujoco>`, ["contact", "energy"], ["timestep"]);
});

Deno.test("completeMjcf() offers keywords, and names of the document", () => {
  assertOffers(`<mujoco><worldbody><geom type="|"/></worldbody></mujoco>`, ["box", "capsule"], ["hinge"]);
  const body = `<worldbody><body><joint name="knee"/><geom name="shin" size="1"/></body></worldbody>`;
  assertOffers(`<mujoco>${body}<actuator><motor joint="|"/></actuator></mujoco>`, ["knee"], ["shin"]);
});

Deno.test("ruleAt() finds every element of the grammar", () => {
  let count = 0;
  const visit = (path: string[], children: typeof SCHEMA.children) => {
    for (const [name, rule] of Object.entries(children)) {
      const place = name === "body" && path.length === 1 ? [...path, "worldbody", name] : [...path, name];
      assert.equal(ruleAt(place), rule, place.join("/"));
      count++;
      if (count < 1000) visit(place, rule.children);
    }
  };
  visit(["mujoco"], SCHEMA.children);
  assert.ok(count > 150, `${count} elements`);
});
