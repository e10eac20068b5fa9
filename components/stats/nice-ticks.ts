/** Three steps from 0 that reach `most`, each one or two figures long and a whole number: `[0, 300, 600, 900]`. */
export function niceTicks(most: number): number[] {
  const raw = Math.max(most, 3) / 3;
  const power = 10 ** Math.floor(Math.log10(raw));
  const factor = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 10].find((each) => each * power >= raw && Number.isInteger(each * power)) ?? 10;
  const step = factor * power;
  return [0, step, 2 * step, 3 * step];
}

/** Every nth of so many places, counted from the first, so that at most `most` are named; the last place is always one of them. */
export function spreadTicks(count: number, most: number): number[] {
  const step = Math.max(1, Math.ceil((count - 1) / (most - 1)));
  const places = Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
  const last = count - 1;
  // What would stand right beside the last name gives way to it.
  return [...places.filter((place) => place <= last - step * 0.6 || place === last), ...(places.includes(last) ? [] : [last])];
}
