/** Sizes of the Jacobians of edges and vertices of a flex. */

import type { CompiledFlex } from "../../types/flex_spec.ts";
import type { BodySpec, Spec } from "../../types/spec.ts";

/** Counts the dofs that move either end of each edge, and those that move each vertex or one of its neighbors. */
export function countJacobians(spec: Spec, flex: CompiledFlex): void {
  if (flex.interpolated || flex.rigid) return;
  const { edge, vertbodyid, nvert } = flex;
  const around: number[][] = Array.from({ length: nvert }, (_, i) => [vertbodyid[i]]);
  for (let e = 0; e < edge.length; e += 2) {
    const [body1, body2] = [vertbodyid[edge[e]], vertbodyid[edge[e + 1]]];
    flex.nJfe += countDofs(spec, [body1, body2]);
    around[edge[e]].push(body2);
    around[edge[e + 1]].push(body1);
  }
  for (const bodies of around) flex.nJfv += countDofs(spec, bodies);
}

function countDofs(spec: Spec, ids: readonly number[]): number {
  const bodies = new Set<BodySpec>();
  let count = 0;
  for (const id of ids) {
    for (let body: BodySpec | undefined = spec.bodies[id]; body !== undefined; body = body.parent) {
      if (bodies.has(body)) break;
      bodies.add(body);
      count += body.dofnum;
    }
  }
  return count;
}
