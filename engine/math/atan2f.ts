/**
 * Arc tangent in single precision, for the one quantity that MuJoCo derives in single precision: the field of view of a
 * camera. The polynomial and the argument reduction are those of fdlibm's float version, which C libraries use.
 */

const f = Math.fround;

/** atan(0.5), atan(1), atan(1.5), and π/2: nearest floats and remainders. */
const HIGH = [4.6364760399e-01, 7.8539812565e-01, 9.8279368877e-01, 1.5707962513].map(f);
const LOW = [5.0121582440e-09, 3.7748947079e-08, 3.4473217170e-08, 7.5497894159e-08].map(f);

const ODD = [3.3333328366e-01, 1.4253635705e-01, 6.1687607318e-02].map(f);
const EVEN = [-1.9999158382e-01, -1.0648017377e-01].map(f);

const PI = f(3.1415927410);
const PI_LOW = f(-8.7422776573e-08);

/** beyond this the result is a right angle */
const LARGE = 67108864;
const SMALL = 0.000244140625;

/** Arc tangent of a float that is not negative. */
function atanf(argument: number): number {
  let x = argument;
  let part = -1;
  if (x >= LARGE) return HIGH[3];
  if (x < SMALL) return x;
  if (x >= 2.4375) {
    part = 3;
    x = f(-1 / x);
  } else if (x >= 1.1875) {
    part = 2;
    x = f(f(x - 1.5) / f(1 + f(1.5 * x)));
  } else if (x >= 0.6875) {
    part = 1;
    x = f(f(x - 1) / f(x + 1));
  } else if (x >= 0.4375) {
    part = 0;
    x = f(f(f(2 * x) - 1) / f(2 + x));
  }

  const z = f(x * x);
  const w = f(z * z);
  const odd = f(z * f(ODD[0] + f(w * f(ODD[1] + f(w * ODD[2])))));
  const even = f(w * f(EVEN[0] + f(w * EVEN[1])));
  const bend = f(x * f(odd + even));
  return part < 0 ? f(x - bend) : f(HIGH[part] - f(f(bend - LOW[part]) - x));
}

/** Angle of the point `(x, y)` of floats, for `y` > 0. */
export function atan2f(y: number, x: number): number {
  if (x === 1) return atanf(y);
  if (x === 0 || y > Math.abs(x) * LARGE) return f(PI / 2);
  const z = atanf(f(y / Math.abs(x)));
  return x > 0 ? z : f(PI - f(z - PI_LOW));
}
