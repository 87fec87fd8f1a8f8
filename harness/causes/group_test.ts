import assert from "node:assert/strict";
import { describeCause } from "./describe.ts";
import type { FirstCause } from "./evidence.ts";
import { type Failing, groupCauses } from "./group.ts";
import type { Relation } from "./relations.ts";

const NEVER_SHOWN = { count: () => 0 };
const factor = (value: number): Relation => ({ kind: "factor", value, isSure: false });

function failing(
  id: string,
  stage: string,
  field: string,
  more: Partial<FirstCause> & { scalars?: number } = {},
): Failing {
  const { scalars = 100, ...cause } = more;
  return {
    id,
    scalars,
    isModel: stage === "compile",
    cause: {
      stage,
      field,
      reason: "differs",
      columns: [],
      kinds: [],
      relations: [],
      step: 0,
      index: 0,
      owner: "",
      got: "2",
      expected: "1",
      message: "",
      ...cause,
    },
  };
}

Deno.test("groupCauses() ranks causes by the cases they would free, and shows the smallest", () => {
  const groups = groupCauses([
    failing("a", "velocity", "qfrc_bias"),
    failing("b", "collision", "contact.friction", { scalars: 50 }),
    failing("c", "collision", "contact.friction", { scalars: 40 }),
  ], NEVER_SHOWN);
  assert.deepEqual(groups.map(({ field, cases, example }) => [field, cases, example.case]), [
    ["contact.friction", ["b", "c"], "c"],
    ["qfrc_bias", ["a"], "a"],
  ]);
});

Deno.test("groupCauses() names a number that single differences of several cases agree on", () => {
  const causes = ["a", "b", "c"].map((id) => failing(id, "velocity", "qfrc_bias", { relations: [factor(1.0123456)] }));
  const [{ relation }] = groupCauses(causes, NEVER_SHOWN);
  assert.deepEqual([relation?.text, relation?.cases], ["1.01235 times MuJoCo's", 3]);
  const others = [1.1, 1.2, 1.33].map((x, i) => failing(`${i}`, "velocity", "qfrc_bias", { relations: [factor(x)] }));
  assert.equal(groupCauses(others, NEVER_SHOWN)[0].relation, null);
});

Deno.test("groupCauses() names a wrong field of the model before what follows from it", () => {
  const causes = [
    failing("m", "compile", "dof_damping"),
    ...["a", "b", "c"].map((id) => failing(id, "velocity", "qfrc_damper")),
  ];
  const [first, ...rest] = groupCauses(causes, { count: (_, isModel) => isModel ? 1 : 3 });
  assert.deepEqual([first.field, first.follows, first.cases.length, rest.length], [
    "dof_damping",
    ["qfrc_damper"],
    4,
    0,
  ]);
  assert.match(
    describeCause(first, 4),
    /^4 of 4 failing cases begin with dof_damping of the compiled model \(compile\)/,
  );
});

Deno.test("groupCauses() does not blame a field of the model that is wrong in few of its cases only", () => {
  const causes = [
    failing("m", "compile", "dof_damping"),
    ...["a", "b", "c"].map((id) => failing(id, "velocity", "qfrc_damper")),
  ];
  const [first, second] = groupCauses(causes, { count: (_, isModel) => isModel ? 50 : 3 });
  assert.deepEqual([first.field, second.field], ["qfrc_damper", "dof_damping"]);
});

Deno.test("groupCauses() groups failures without a field by what they say", () => {
  const say = (id: string, message: string) =>
    failing(id, "load", "", { reason: "rejects", message, got: "", expected: "" });
  const groups = groupCauses([
    say("a", "unknown element 'tendon' (a.xml:3)"),
    say("b", "unknown element 'flex' (b.xml:17)"),
    say("c", "out of memory"),
  ], NEVER_SHOWN);
  assert.deepEqual(groups.map(({ cases }) => cases), [["a", "b"], ["c"]]);
});
