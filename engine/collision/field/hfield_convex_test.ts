import assert from "node:assert/strict";
import { Data } from "../../data.ts";
import { Geom } from "../../types/enums.ts";
import { Model } from "../../types/model.ts";
import { hfieldConvex } from "./hfield_convex.ts";
import { newPairContacts } from "../contact/pair_contacts.ts";
import { randomFrom } from "../../../harness/random.ts";

/** A bumpy field and a geom of the given type. */
function onBumps(type: number, random: () => number): Model {
  const m = new Model({ nbody: 2, ngeom: 2, nhfield: 1, nhfielddata: 64 });
  m.geom_type.set([Geom.HFIELD, type]);
  m.geom_dataid.set([0, -1]);
  m.geom_size.set([0, 0, 0, 0.2, 0.15, 0.1]);
  m.geom_rbound[1] = 0.4;
  m.hfield_size.set([1, 1, 0.2, 0.1]);
  m.hfield_nrow[0] = 8;
  m.hfield_ncol[0] = 8;
  for (let i = 0; i < 64; i++) m.hfield_data[i] = random();
  m.opt.ccd_iterations = 50;
  m.opt.ccd_tolerance = 1e-6;
  return m;
}

Deno.test("hfieldConvex() finds the same, bit for bit, whatever it keeps of poses before", () => {
  const seed = 17;
  const random = randomFrom(seed);
  for (const type of [Geom.SPHERE, Geom.CAPSULE, Geom.ELLIPSOID, Geom.CYLINDER, Geom.BOX]) {
    const m = onBumps(type, random);
    const kept = new Data(m);
    let total = 0;
    for (let pose = 0; pose < 60; pose++) {
      const fresh = new Data(m);
      // small moves, and a jump now and then
      const jump = pose % 10 === 0 ? 1 : 0.02;
      for (let k = 0; k < 2; k++) {
        kept.geom_xpos[3 + k] = jump === 1 ? random() - 0.5 : kept.geom_xpos[3 + k] + jump * (random() - 0.5);
      }
      kept.geom_xpos[5] = 0.15 + 0.1 * random();
      kept.geom_xmat.set([1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0.6, -0.8, 0, 0.8, 0.6]);
      fresh.geom_xpos.set(kept.geom_xpos);
      fresh.geom_xmat.set(kept.geom_xmat);
      const con1 = newPairContacts();
      const con2 = newPairContacts();
      const count = hfieldConvex(con1, m, kept, 0, 1);
      const message = `type ${type}, pose ${pose}, seed ${seed}`;
      assert.equal(count, hfieldConvex(con2, m, fresh, 0, 1), message);
      assert.deepEqual(con1.dist.slice(0, count), con2.dist.slice(0, count), message);
      assert.deepEqual(con1.pos.slice(0, 3 * count), con2.pos.slice(0, 3 * count), message);
      assert.deepEqual(con1.frame.slice(0, 6 * count), con2.frame.slice(0, 6 * count), message);
      total += count;
    }
    assert.ok(total > 60, `type ${type}: ${total} contacts`);
  }
});
