/** Frames of objects: bodies (inertial or body frame), geoms, sites, and cameras. */

import { copy4, mulQuat } from "../math/quat.ts";
import type { Data } from "../data.ts";
import { Obj } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

// V8-1
const { BODY, CAMERA, GEOM, SITE, XBODY } = Obj;

function refuse(objtype: number): never {
  throw new RangeError(`objtype must be a body, geom, site, or camera, got ${objtype}`);
}

/** World positions of all objects of a type, three numbers each. */
export function positionsOf(d: Data, objtype: number): Float64Array {
  switch (objtype) {
    case XBODY:
      return d.xpos;
    case BODY:
      return d.xipos;
    case GEOM:
      return d.geom_xpos;
    case SITE:
      return d.site_xpos;
    case CAMERA:
      return d.cam_xpos;
    default:
      return refuse(objtype);
  }
}

/** World orientations of all objects of a type, nine numbers each. */
export function orientationsOf(d: Data, objtype: number): Float64Array {
  switch (objtype) {
    case XBODY:
      return d.xmat;
    case BODY:
      return d.ximat;
    case GEOM:
      return d.geom_xmat;
    case SITE:
      return d.site_xmat;
    case CAMERA:
      return d.cam_xmat;
    default:
      return refuse(objtype);
  }
}

/** Body to which an object is fixed. */
export function bodyOf(m: Model, objtype: number, id: number): number {
  switch (objtype) {
    case XBODY:
    case BODY:
      return id;
    case GEOM:
      return m.geom_bodyid[id];
    case SITE:
      return m.site_bodyid[id];
    case CAMERA:
      return m.cam_bodyid[id];
    default:
      return refuse(objtype);
  }
}

/** res = world orientation of an object, as a quaternion */
export function objectQuat(m: Model, d: Data, res: Float64Array, r: number, objtype: number, id: number): void {
  const { xquat } = d;
  switch (objtype) {
    case XBODY:
      copy4(res, r, xquat, 4 * id);
      break;
    case BODY:
      mulQuat(res, r, xquat, 4 * id, m.body_iquat, 4 * id);
      break;
    case GEOM:
      mulQuat(res, r, xquat, 4 * m.geom_bodyid[id], m.geom_quat, 4 * id);
      break;
    case SITE:
      mulQuat(res, r, xquat, 4 * m.site_bodyid[id], m.site_quat, 4 * id);
      break;
    case CAMERA:
      mulQuat(res, r, xquat, 4 * m.cam_bodyid[id], m.cam_quat, 4 * id);
      break;
    default:
      refuse(objtype);
  }
}
