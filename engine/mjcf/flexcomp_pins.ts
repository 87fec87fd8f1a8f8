/** The points of a `<flexcomp>` that are fixed to its parent. */

import type { Budget } from "../types/limits.ts";
import type { Flexcomp } from "./flexcomp_description.ts";
import { FLEXCOMP_DOF, FLEXCOMP_TYPE } from "./keywords.ts";
import type { XmlElement } from "./xml.ts";

/**
 * Marks the pinned points. If all are pinned, the flex is rigid; if none is, its vertices are centered on their bodies.
 */
export function pinPoints(element: XmlElement, flexcomp: Flexcomp, budget: Budget): void {
  const { point, pins, pinned, rigid, dof } = flexcomp;
  if (rigid) return;
  const npoint = point.length / 3;

  // a grid position of a flex without a grid may be beyond its points
  const pin = (id: number) => {
    pinned[id] = true;
  };
  const check = (id: number) => {
    if (id < 0 || id >= npoint) {
      throw element.error(`flexcomp: cannot pin point ${id}, there are only ${npoint} points`);
    }
  };
  for (const id of pins.id) {
    check(id);
    pin(id);
  }
  for (let i = 0; i < pins.range.length; i += 2) {
    const [first, last] = [pins.range[i], pins.range[i + 1]];
    check(first);
    check(last);
    budget.take("work", Math.max(0, last - first), element);
    for (let id = first; id <= last; id++) pin(id);
  }
  pinPlaces(element, flexcomp, pin);
  pinRanges(element, flexcomp, budget, pin);
  if (dof === FLEXCOMP_DOF.radial) pin(0);

  const count = pinned.slice(0, npoint).filter(Boolean).length;
  flexcomp.rigid = Number(count === npoint);
  flexcomp.centered = count === 0;
}

/** Number of a point, from its grid position. */
function pointAt({ count }: Flexcomp, place: readonly number[]): number {
  const [ix, iy, iz] = place;
  return place.length === 2 ? ix * count[1] + iy : (ix * count[1] + iy) * count[2] + iz;
}

function pinPlaces(element: XmlElement, flexcomp: Flexcomp, pin: (id: number) => void): void {
  const { count, pins, flex, type, dof } = flexcomp;
  const { dim } = flex;
  let sizes = count;

  // without a grid, positions refer to the nodes of the interpolation
  if (type !== FLEXCOMP_TYPE.grid && dof === FLEXCOMP_DOF.trilinear) sizes = [2, 2, 2];
  if (type !== FLEXCOMP_TYPE.grid && dof === FLEXCOMP_DOF.quadratic) sizes = [3, 3, 3];
  for (let i = 0; i < pins.grid.length; i += dim) {
    const place = pins.grid.slice(i, i + dim);
    checkPlace(element, place, sizes);
    pin(pointAt(flexcomp, place));
  }
}

function checkPlace(element: XmlElement, place: readonly number[], sizes: readonly number[]): void {
  const bad = place.findIndex((at, k) => at < 0 || at >= sizes[k]);
  if (bad >= 0) throw element.error(`flexcomp: the grid has no position '${place.join(" ")}' to pin`);
}

function pinRanges(element: XmlElement, flexcomp: Flexcomp, budget: Budget, pin: (id: number) => void): void {
  const { count, pins, flex } = flexcomp;
  const { dim } = flex;
  for (let i = 0; i < pins.gridrange.length; i += 2 * dim) {
    const first = pins.gridrange.slice(i, i + dim);
    const last = pins.gridrange.slice(i + dim, i + 2 * dim);
    checkPlace(element, first, count);
    checkPlace(element, last, count);
    budget.take("work", first.reduce((size, from, k) => size * Math.max(0, last[k] - from + 1), 1), element);
    for (let ix = first[0]; ix <= last[0]; ix++) {
      for (let iy = first[1]; iy <= last[1]; iy++) {
        if (dim === 2) pin(pointAt(flexcomp, [ix, iy]));
        else for (let iz = first[2]; iz <= last[2]; iz++) pin(pointAt(flexcomp, [ix, iy, iz]));
      }
    }
  }
}
