import { nice, ticks } from 'd3-array';

const about = 4;

/** Round numbers from 0 to the largest value or above. No fractions of what is counted in whole numbers. */
export function axisTicks(values: readonly number[]): number[] {
  const [, top] = nice(0, Math.max(...values) || 1, about);
  const all = ticks(0, top, about);
  return values.every(Number.isInteger) ? all.filter(Number.isInteger) : all;
}
