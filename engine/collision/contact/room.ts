/** Room for contacts: MuJoCo leaves out contacts that do not fit into its arena beside its stack. */

import { contactsBelow, openFrame, push, stackTop } from "../../model/arena.ts";
import { warn } from "../../model/warning.ts";
import { MAXCONPAIR } from "../../types/constants.ts";
import type { Data } from "../../data.ts";
import { Warning } from "../../types/enums.ts";
import type { Model } from "../../types/model.ts";
import type { CollisionWork } from "../collision_work.ts";

// V8-1
const { CONTACTFULL } = Warning;

// the end of a frame is a multiple of four, and remains one without what needs no other alignment

/** Where the stack ends while pairs of bodies are visited, with the list of all pairs that there could be. */
function topOfPairs({ nbody, nflex }: Model, d: Data): number {
  const top = stackTop(d);
  const n = nbody + nflex;
  const below = top - 2 * n * (n - 1);
  // MuJoCo stops the program if the list does not fit; here there is no list
  return below > 0 ? below : top;
}

/** The guaranteed room, with the largest trees and the longest sweep. */
export function setLeastRoom(m: Model, d: Data, work: CollisionWork): void {
  let top = topOfTrees(m, d, 2 * m.nbvh);
  for (let f = 0; f < m.nflex; f++) top = Math.min(top, topOfSweep(m, d, f, m.flex_elemnum[f]));
  setRoom(work, top);
}

/** The room while two bodies or flexes are visited without trees. */
export function setRoomOfPairs(m: Model, d: Data, work: CollisionWork): void {
  setRoom(work, topOfPairs(m, d));
}

/** The room while two trees with the given total number of nodes are compared. */
export function setRoomOfTrees(m: Model, d: Data, work: CollisionWork, nodes: number): void {
  setRoom(work, topOfTrees(m, d, nodes));
}

function topOfTrees(m: Model, d: Data, nodes: number): number {
  return openFrame(topOfPairs(m, d)) - 8 * nodes;
}

/** The room while `count` elements of flex `f` are swept. */
export function setRoomOfSweep(m: Model, d: Data, work: CollisionWork, f: number, count: number): void {
  setRoom(work, topOfSweep(m, d, f, count));
}

/** pairs of elements that a sweep has room for */
const MAX_SWEPT = 1000000;

function topOfSweep(m: Model, d: Data, f: number, count: number): number {
  const top = push(openFrame(topOfPairs(m, d)) - 4 * m.flex_elemnum[f], 48 * count, 8);
  return top - 4 * Math.min(count * (count - 1) / 2, MAX_SWEPT) - 48 * count;
}

function setRoom(work: CollisionWork, top: number): void {
  work.room = contactsBelow(top) - MAXCONPAIR;
}

/** Lifts the limits: everything that follows is known to fit. */
export function admitAll(work: CollisionWork): void {
  work.room = Infinity;
}

/** Is there room for the contacts of another pair? If not, counts a warning. */
export function hasRoom(d: Data, work: CollisionWork): boolean {
  return fits(d, work, MAXCONPAIR);
}

/** Is there room for a single contact? If not, counts a warning. */
export function hasRoomForOne(d: Data, work: CollisionWork): boolean {
  return fits(d, work, 1);
}

/** `work.room` leaves room for all contacts that a pair may have. */
function fits(d: Data, { crowded, room }: CollisionWork, count: number): boolean {
  if (!crowded || d.ncon <= room + MAXCONPAIR - count) return true;
  warn(d, CONTACTFULL, d.ncon);
  return false;
}
