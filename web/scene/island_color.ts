/** Colors of islands of constraints. */

/** Primes of the sequences that hue, saturation, and brightness follow, and where the last two begin. */
const HUE = 7;
const SATURATION = { prime: 3, from: 0.5, length: 0.5 };
const VALUE = { prime: 5, from: 0.6, length: 0.4 };

/** What is in no island, and how much paler and darker what sleeps is. */
const GREY = 0.7;
const PALE = 0.7;
const DARK = 0.6;

/** The color of the island that begins with a degree of freedom; -1: of what is in none. */
export function islandColor(dof: number, isAwake: boolean): number[] {
  const isIn = dof >= 0;
  const hue = isIn ? halton(dof + 1, HUE) : 0;
  const saturation = (isIn ? SATURATION.from + SATURATION.length * halton(dof + 1, SATURATION.prime) : 0) *
    (isAwake ? 1 : PALE);
  const value = (isIn ? VALUE.from + VALUE.length * halton(dof + 1, VALUE.prime) : GREY) * (isAwake ? 1 : DARK);
  const channel = (n: number) => {
    const k = (n + 6 * hue) % 6;
    return value * (1 - saturation * Math.max(0, Math.min(k, 4 - k, 1)));
  };
  return [channel(5), channel(3), channel(1), 1];
}

/** An element of a sequence that fills the interval from 0 to 1 evenly. */
function halton(index: number, prime: number): number {
  let [sum, part] = [0, 1];
  for (let i = index; i > 0; i = Math.floor(i / prime)) {
    part /= prime;
    sum += part * (i % prime);
  }
  return sum;
}
