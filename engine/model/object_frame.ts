/** Frames of objects: bodies (inertial or body frame), geoms, sites, and cameras. */

import { copy4, mulQuat } from "../math/quat.ts";
import type { Data } from "../data.ts";
import { Obj } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

function refuse(objtype: number): never {
  throw new RangeError(`objtype must be a body, geom, site, or camera, got ${objtype}`);
}

/** World positions of all objects of a type, three numbers each. */
export function positionsOf(d: Data, objtype: number): Float64Array {
  switch (objtype) {
    case Obj.XBODY:
      return d.xpos;
    case Obj.BODY:
      return d.xipos;
    case Obj.GEOM:
      return d.geom_xpos;
    case Obj.SITE:
      return d.site_xpos;
    case Obj.CAMERA:
      return d.cam_xpos;
    default:
      return refuse(objtype);
  }
}

/** World orientations of all objects of a type, nine numbers each. */
export function orientationsOf(d: Data, objtype: number): Float64Array {
  switch (objtype) {
    case Obj.XBODY:
      return d.xmat;
    case Obj.BODY:
      return d.ximat;
    case Obj.GEOM:
      return d.geom_xmat;
    case Obj.SITE:
      return d.site_xmat;
    case Obj.CAMERA:
      return d.cam_xmat;
    default:
      return refuse(objtype);
  }
}

/** Body to which an object is fixed. */
export function bodyOf(m: Model, objtype: number, id: number): number {
  switch (objtype) {
    case Obj.XBODY:
    case Obj.BODY:
      return id;
    case Obj.GEOM:
      return m.geom_bodyid[id];
    case Obj.SITE:
      return m.site_bodyid[id];
    case Obj.CAMERA:
      return m.cam_bodyid[id];
    default:
      return refuse(objtype);
  }
}

/** res = world orientation of an object, as a quaternion */
export function objectQuat(m: Model, d: Data, res: Float64Array, r: number, objtype: number, id: number): void {
  const { xquat } = d;
  switch (objtype) {
    case Obj.XBODY:
      copy4(res, r, xquat, 4 * id);
      break;
    case Obj.BODY:
      mulQuat(res, r, xquat, 4 * id, m.body_iquat, 4 * id);
      break;
    case Obj.GEOM:
      mulQuat(res, r, xquat, 4 * m.geom_bodyid[id], m.geom_quat, 4 * id);
      break;
    case Obj.SITE:
      mulQuat(res, r, xquat, 4 * m.site_bodyid[id], m.site_quat, 4 * id);
      break;
    case Obj.CAMERA:
      mulQuat(res, r, xquat, 4 * m.cam_bodyid[id], m.cam_quat, 4 * id);
      break;
    default:
      refuse(objtype);
  }
}
