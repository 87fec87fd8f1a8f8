/** Names of every kind of object, and what functions say to indices that are out of range. */

import assert from "node:assert/strict";
import { Obj } from "../../../mod.ts";
import { type Pair, same, testCalls } from "./pair.ts";
import { mj, plumbline } from "./sides.ts";

/** Every kind of object that has a name, with the size that counts it. */
const NAMED = {
  BODY: "nbody",
  XBODY: "nbody",
  JOINT: "njnt",
  GEOM: "ngeom",
  SITE: "nsite",
  CAMERA: "ncam",
  LIGHT: "nlight",
  MESH: "nmesh",
  HFIELD: "nhfield",
  MATERIAL: "nmat",
  EQUALITY: "neq",
  TENDON: "ntendon",
  ACTUATOR: "nu",
  SENSOR: "nsensor",
  KEY: "nkey",
} as const;

testCalls({
  name2id({ m, fm }) {
    let count = 0;
    for (const [type, size] of Object.entries(NAMED)) {
      const objtype = Obj[type as keyof typeof NAMED];
      for (let id = 0; id < m[size]; id++) {
        const name = plumbline.id2name(m, objtype, id);
        if (name === null) continue;
        assert.equal(name, mj.mj_id2name(fm, objtype, id), `${type} ${id}`);
        assert.equal(plumbline.name2id(m, objtype, name), mj.mj_name2id(fm, objtype, name), `${type} ${name}`);
        assert.equal(plumbline.name2id(m, objtype, name), id);
        assert.equal(plumbline.name2id(m, objtype, `${name}?`), -1);
        count++;
      }
      assert.equal(plumbline.id2name(m, objtype, m[size]), null);
      assert.equal(plumbline.id2name(m, objtype, -1), null);
    }
    assert.ok(count > 30, `${count} names`);
  },
  readSensor({ m, d }) {
    // what a delayed sensor reads now is what it remembers; one without history reads what it read
    let delayed = 0;
    for (let id = 0; id < m.nsensor; id++) {
      const [dim, adr] = [m.sensor_dim[id], m.sensor_adr[id]];
      const reading = new Float64Array(dim + 2).fill(7);
      plumbline.readSensor(m, d, id, d.time, reading, 1, -1);
      same(reading, [7, ...d.sensordata.subarray(adr, adr + dim), 7], `sensor ${id}`);
      if (m.sensor_delay[id] > 0) delayed++;
    }
    assert.equal(delayed, 2);
  },
  "functions throw a RangeError for what is out of range": ({ m, d }: Pair) => {
    const times = new Float64Array(9);
    const out = new Float64Array(9);
    for (const id of [-1, NaN]) {
      assert.throws(() => plumbline.readCtrl(m, d, id, 0, -1), RangeError);
      assert.throws(() => plumbline.readSensor(m, d, id, 0, out, 0, -1), RangeError);
      assert.throws(() => plumbline.initCtrlHistory(m, d, id, times, null), RangeError);
      assert.throws(() => plumbline.initSensorHistory(m, d, id, times, null, 0), RangeError);
      assert.throws(() => plumbline.setKeyframe(m, d, id), RangeError);
    }
    assert.throws(() => plumbline.readCtrl(m, d, m.nu, 0, -1), RangeError);
    assert.throws(() => plumbline.readSensor(m, d, m.nsensor, 0, out, 0, -1), RangeError);
    assert.throws(() => plumbline.setKeyframe(m, d, m.nkey), RangeError);
    // no history there, and times that stand still or go back
    assert.throws(() => plumbline.initCtrlHistory(m, d, 1, null, null), /keeps no history/);
    assert.throws(() => plumbline.initSensorHistory(m, d, 0, null, null, 0), /keeps no history/);
    for (const wrong of [[0, 0.1, 0.1, 0.2], [0, 0.1, 0.05, 0.2], [0.3, 0.1, 0.2, 0.4], [0, 0.1, 0.2, 0.2]]) {
      assert.throws(() => plumbline.initCtrlHistory(m, d, 0, Float64Array.from(wrong), null), /times must increase/);
    }
    const before = d.history.slice();
    plumbline.initCtrlHistory(m, d, 0, null, null);
    // the samples stay, the cursor stands at the last of them
    const adr = m.actuator_historyadr[0];
    before[adr + 1] = m.actuator_history[0] - 1;
    assert.deepEqual(d.history, before);
  },
});
