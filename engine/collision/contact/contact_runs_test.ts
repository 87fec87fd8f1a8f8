import assert from "node:assert/strict";
import { EnableBit } from "../../types/enums.ts";
import { Data } from "../../data.ts";
import { growContacts } from "../../types/data_memory.ts";
import { Model } from "../../types/model.ts";
import { contactParam, contactParams, newContactRuns } from "./contact_runs.ts";
import { pairParam } from "./mix.ts";

/** Two geoms with defaults that differ in everything. */
function twoGeoms(): Model {
  const m = new Model({ ngeom: 2, npair: 1 });
  m.geom_condim.set([3, 4]);
  m.geom_solmix.set([1, 3]);
  m.geom_solref.set([0.02, 1, 0.04, 0.5]);
  m.geom_solimp.set([0.5, 0.6, 0.001, 0.5, 2, 0.9, 0.8, 0.005, 0.3, 6]);
  m.geom_friction.set([0.7, 0.01, 0.0001, 0.3, 0.02, 0.0005]);
  m.geom_gap.set([0.001, 0.002]);
  return m;
}

const margin = Float64Array.of(0.01);

/** Parameters of the first contact, as lists. */
function mixed(m: Model, g1 = 0, g2 = 1) {
  const contact = room(m);
  contactParam(contact, 0, 1, m, g1, g2, margin);
  return lists(contact);
}

function paired(m: Model) {
  const contact = room(m);
  pairParam(contact, 0, m, 0, margin);
  return lists(contact);
}

function room(m: Model): Data["contact"] {
  const d = new Data(m);
  growContacts(d, 1);
  return d.contact;
}

function lists({ dim, includemargin, friction, solref, solreffriction, solimp }: Data["contact"], i = 0) {
  return {
    dim: dim[i],
    includemargin: includemargin[i],
    friction: [...friction.subarray(5 * i, 5 * i + 5)],
    solref: [...solref.subarray(2 * i, 2 * i + 2)],
    solreffriction: [...solreffriction.subarray(2 * i, 2 * i + 2)],
    solimp: [...solimp.subarray(5 * i, 5 * i + 5)],
  };
}

Deno.test("contactParam() of equal priorities mixes by weight and takes the larger friction", () => {
  const m = twoGeoms();
  const par = mixed(m);

  assert.equal(par.dim, 4);
  assert.deepEqual(par.friction, [0.7, 0.7, 0.02, 0.0005, 0.0005]);
  assert.deepEqual(par.solref, [0.25 * 0.02 + 0.75 * 0.04, 0.25 * 1 + 0.75 * 0.5]);
  assert.equal(par.solimp[4], 0.25 * 2 + 0.75 * 6);
  assert.equal(par.includemargin, 0.01 - (0.001 + 0.002));
  assert.deepEqual(par.solreffriction, [0, 0]);
});

Deno.test("contactParam() of different priorities takes everything but margin and gap from the higher one", () => {
  const m = twoGeoms();
  for (const winner of [0, 1]) {
    m.geom_priority.set(winner === 0 ? [2, 1] : [1, 2]);
    const par = mixed(m);
    assert.equal(par.dim, m.geom_condim[winner]);
    assert.deepEqual(par.solref, [...m.geom_solref.slice(2 * winner, 2 * winner + 2)]);
    assert.deepEqual(par.solimp, [...m.geom_solimp.slice(5 * winner, 5 * winner + 5)]);
    assert.equal(par.friction[0], m.geom_friction[3 * winner]);
    assert.equal(par.includemargin, 0.01 - (0.001 + 0.002));
  }
});

Deno.test("contactParam() does not care for the order of the geoms", () => {
  const m = twoGeoms();
  assert.deepEqual(mixed(m, 1, 0), mixed(m));
});

Deno.test("contactParam() with a weight of zero ignores that geom, with two it averages", () => {
  const m = twoGeoms();
  m.geom_solmix.set([0, 1]);
  assert.deepEqual(mixed(m).solref, [0.04, 0.5]);
  m.geom_solmix.set([0, 0]);
  assert.deepEqual(mixed(m).solref, [0.5 * 0.02 + 0.5 * 0.04, 0.75]);
});

Deno.test("contactParam() with a reference in the direct format takes the smaller values", () => {
  const m = twoGeoms();
  m.geom_solref.set([-100, -5, -50, -10]);
  assert.deepEqual(mixed(m).solref, [-100, -10]);
});

Deno.test("contactParam() never gives less than the smallest friction", () => {
  const m = twoGeoms();
  m.geom_friction.fill(0);
  assert.deepEqual(mixed(m).friction, [1e-5, 1e-5, 1e-5, 1e-5, 1e-5]);
});

Deno.test("pairParam() uses the pair's own numbers, unless the global ones override them", () => {
  const m = twoGeoms();
  m.pair_dim[0] = 6;
  m.pair_gap[0] = 0.004;
  m.pair_solref.set([0.1, 0.9]);
  m.pair_solreffriction.set([0.2, 0.8]);
  m.pair_friction.set([1, 2, 3, 4, 5]);
  const own = paired(m);
  assert.equal(own.dim, 6);
  assert.equal(own.includemargin, 0.006);
  assert.deepEqual(own.friction, [1, 2, 3, 4, 5]);
  assert.deepEqual(own.solreffriction, [0.2, 0.8]);

  m.opt.enableflags = EnableBit.OVERRIDE;
  m.opt.o_solref.set([0.3, 0.7]);
  m.opt.o_friction.set([0.5, 0.4, 0.3, 0.2, 0]);
  const par = paired(m);
  assert.equal(par.dim, 6);
  assert.deepEqual(par.solref, [0.3, 0.7]);
  assert.deepEqual(par.solreffriction, [0.3, 0.7]);
  assert.deepEqual(par.friction, [0.5, 0.4, 0.3, 0.2, 1e-5]);
});

Deno.test("contactParams() of runs in a row gives what each has alone, whichever parameter tells their geoms apart", () => {
  const fields = [
    "geom_priority",
    "geom_condim",
    "geom_solmix",
    "geom_solref",
    "geom_solimp",
    "geom_friction",
    "geom_gap",
  ] as const;
  for (const name of fields) {
    const columns = new Model({ ngeom: 1 })[name].length;
    for (let column = 0; column < columns; column++) {
      // the last geom differs from the two before it in one number
      const m = new Model({ ngeom: 4 });
      m.geom_condim.fill(3);
      m.geom_solmix.fill(1);
      m.geom_solref.fill(0.5);
      m.geom_solimp.fill(0.25);
      m.geom_friction.fill(0.125);
      m[name][3 * columns + column] += 1;
      const d = new Data(m);
      growContacts(d, 6);
      const runs = newContactRuns(3);
      runs.count = 3;
      runs.start.set([0, 2, 4]);
      runs.end.set([2, 4, 6]);
      runs.g2.set([1, 2, 3]);
      runs.pair.fill(-1);
      runs.margin.set([0.01, 0.02, 0.03]);

      contactParams(d.contact, m, runs);

      for (let i = 0; i < 6; i++) {
        const run = i >> 1;
        const alone = room(m);
        contactParam(alone, 0, 1, m, 0, run + 1, runs.margin.slice(run));
        assert.deepEqual(lists(d.contact, i), lists(alone), `${name}[${column}], contact ${i}`);
      }
    }
  }
});
