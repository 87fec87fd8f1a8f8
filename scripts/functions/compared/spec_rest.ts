/** Elements that are added to a spec, against the same document in MuJoCo. */

import assert from "node:assert/strict";
import { Spec } from "../../../mod.ts";
import { same } from "./pair.ts";
import { comparison, mj } from "./sides.ts";

const XML = `<mujoco>
  <asset>
    <hfield name="hill" nrow="2" ncol="3" size="1 1 0.5 0.1" elevation="0 1 2 3 4 5"/>
    <skin name="hide" vertex="0 0 0 1 0 0 0 1 0" face="0 1 2">
      <bone body="ball" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 0.5 0.2"/>
    </skin>
  </asset>
  <worldbody>
    <geom name="floor" type="hfield" hfield="hill"/>
    <body name="ball"><freejoint/><geom name="ball" size="0.1"/></body>
  </worldbody>
  <contact><pair name="touch" geom1="floor" geom2="ball" friction="0.5 0.4 0.1 0.2 0.3" margin="0.01"/></contact>
</mujoco>`;

comparison("Spec.addHField(), addSkin(), and addPair() make what MuJoCo makes of the same elements", () => {
  const spec = new Spec();
  spec.addHField({ name: "hill", nrow: 2, ncol: 3, size: [1, 1, 0.5, 0.1], elevation: [0, 1, 2, 3, 4, 5] });
  spec.worldbody.addGeom({ name: "floor", type: "hfield", hfield: "hill" });
  const ball = spec.worldbody.addBody({ name: "ball" });
  ball.addFreeJoint();
  ball.addGeom({ name: "ball", size: [0.1] });
  spec.addSkin({ name: "hide", vertex: [0, 0, 0, 1, 0, 0, 0, 1, 0], face: [0, 1, 2] }, [
    { body: "ball", bindpos: [0, 0, 0], bindquat: [1, 0, 0, 0], vertid: [0, 1, 2], vertweight: [1, 0.5, 0.2] },
  ]);
  spec.addPair({ name: "touch", geom1: "floor", geom2: "ball", friction: [0.5, 0.4, 0.1, 0.2, 0.3], margin: 0.01 });
  const model = spec.compile();

  mj.FS.writeFile("/spec.xml", XML);
  const theirs = mj.MjModel.mj_loadXML("/spec.xml");
  for (const name of ["nhfield", "nskin", "npair", "nq"] as const) assert.equal(model[name], theirs[name], name);
  for (
    const name of [
      ...["hfield_size", "hfield_data", "skin_vert", "skin_face", "skin_bonevertweight", "skin_bonebodyid"],
      ...["pair_geom1", "pair_geom2", "pair_friction", "pair_margin", "pair_dim", "geom_size", "body_mass"],
    ] as const
  ) {
    same(model[name as "geom_size"], theirs[name], name);
  }
  theirs.delete();
});

comparison("Spec.addFlex() makes what MuJoCo makes of the same element", () => {
  const spec = new Spec();
  for (const [i, name] of ["a", "b", "c"].entries()) {
    const body = spec.worldbody.addBody({ name, pos: [0.2 * i, 0, 0.1 * i] });
    body.addJoint({ name, type: "slide" });
    body.addGeom({ name, size: [0.02] });
  }
  spec.addFlex({ name: "rope", dim: 1, body: "a b c", element: [0, 1, 1, 2], radius: 0.01 }, {
    edge: { damping: 0.3, stiffness: 2 },
  });
  const model = spec.compile();

  const bodies = ["a", "b", "c"].map((name, i) =>
    `<body name="${name}" pos="${0.2 * i} 0 ${
      0.1 * i
    }"><joint name="${name}" type="slide"/><geom name="${name}" size="0.02"/></body>`
  );
  mj.FS.writeFile(
    "/flex.xml",
    `<mujoco><worldbody>${bodies.join("")}</worldbody><deformable>
      <flex name="rope" dim="1" body="a b c" element="0 1 1 2" radius="0.01"><edge damping="0.3" stiffness="2"/></flex>
    </deformable></mujoco>`,
  );
  const theirs = mj.MjModel.mj_loadXML("/flex.xml");
  assert.deepEqual([model.nflex, model.nflexedge], [theirs.nflex, theirs.nflexedge]);
  for (
    const name of [
      "flex_dim",
      "flex_edgestiffness",
      "flex_edgedamping",
      "flex_radius",
      "flex_elem",
      "flexedge_length0",
    ] as const
  ) {
    same(model[name], theirs[name], name);
  }
  theirs.delete();
});
