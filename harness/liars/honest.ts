/** Plumbline as a module, so that it is run in a process of its own. */

export { PLUMBLINE as default } from "../engines/plumbline.ts";
