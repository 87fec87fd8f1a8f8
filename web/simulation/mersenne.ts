/** The 64-bit Mersenne Twister (Matsumoto and Nishimura, 2000), with which MuJoCo places random marks on textures. */

const SIZE = 312;
const SHIFT = 156;
const MATRIX = 0xb5026f5aa96619e9n;
const UPPER = 0xffffffff80000000n;
const LOWER = 0x7fffffffn;

/** Random numbers from 0 to 1, always the same for a seed. */
export class MersenneTwister {
  readonly #state = new BigUint64Array(SIZE);
  #next = SIZE;

  constructor(seed: bigint) {
    this.#state[0] = seed;
    for (let i = 1; i < SIZE; i++) {
      const previous = this.#state[i - 1];
      this.#state[i] = 6364136223846793005n * (previous ^ (previous >> 62n)) + BigInt(i);
    }
  }

  /** The next number. */
  uniform(): number {
    if (this.#next === SIZE) this.#renew();
    let x = this.#state[this.#next++];
    x ^= (x >> 29n) & 0x5555555555555555n;
    x ^= (x << 17n) & 0x71d67fffeda60000n;
    x ^= (x << 37n) & 0xfff7eee000000000n;
    x ^= x >> 43n;
    return Number(BigInt.asUintN(64, x)) / 2 ** 64;
  }

  #renew(): void {
    const state = this.#state;
    for (let i = 0; i < SIZE; i++) {
      const x = (state[i] & UPPER) | (state[(i + 1) % SIZE] & LOWER);
      state[i] = state[(i + SHIFT) % SIZE] ^ (x >> 1n) ^ (x & 1n ? MATRIX : 0n);
    }
    this.#next = 0;
  }
}
