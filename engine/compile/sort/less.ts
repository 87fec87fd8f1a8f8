/** How elements are ordered. */

/** Whether element `a` comes before element `b`. */
export type Less = (a: number, b: number) => boolean;
