/** Joints. */

import { AlignFree, Joint, Limited } from "../../types/enums.ts";
import * as K from "../keywords.ts";
import { between, bool, each, keyword, limited, real, reals, type RecordOf, text } from "./attribute.ts";
import { group, NAMED, position, POSITIVE, SMALL, solimp, solref, user } from "./shared.ts";

/** Attributes of a joint, in classes too. */
export const JOINT_DEFAULT = {
  type: keyword(K.JOINT_TYPE, Joint.HINGE, "jnt_type"),
  group: group("jnt_group"),
  pos: position("jnt_pos"),
  axis: reals(3, [0, 0, 1], "jnt_axis", each([0.1, 1], [-1, 1], [-1, 1])),
  springdamper: reals(2, [0, 0], "", between(0.05, 1)),
  limited: limited("range", Limited.AUTO, "jnt_limited"),
  actuatorfrclimited: limited("actuatorfrcrange", Limited.AUTO, "jnt_actfrclimited"),
  solreflimit: solref("jnt_solref"),
  solimplimit: solimp("jnt_solimp"),
  solreffriction: solref("dof_solref"),
  solimpfriction: solimp("dof_solimp"),
  stiffness: real(0, "jnt_stiffness", POSITIVE),
  range: reals(2, [0, 0], "jnt_range"),
  actuatorfrcrange: reals(2, [0, 0], "jnt_actfrcrange"),
  actuatorgravcomp: bool(0, "jnt_actgravcomp"),
  margin: real(0, "jnt_margin", SMALL),
  ref: real(0),
  springref: real(0),
  armature: real(0, "dof_armature", SMALL),
  damping: real(0, "dof_damping", POSITIVE),
  frictionloss: real(0, "dof_frictionloss", SMALL),
  user: user("jnt_user"),
};

/** The grammar of `<joint>`. */
export const JOINT_ELEMENT = { ...NAMED, ...JOINT_DEFAULT };

/** The grammar of `<freejoint>`. */
export const FREEJOINT_ELEMENT = {
  name: text(""),
  group: JOINT_DEFAULT.group,
  align: keyword(K.LIMITED, AlignFree.AUTO),
};

/** The attributes that a record of a joint holds. */
export const JOINT = { ...JOINT_DEFAULT, align: FREEJOINT_ELEMENT.align };

/** The values of a record's attributes. */
export type JointAttributes = RecordOf<typeof JOINT>;
