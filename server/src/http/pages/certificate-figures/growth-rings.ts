import { createHash } from 'node:crypto';

const points = 12;

/** A closed line: its start, then curves with two control points and an end each. Integers keep the output short. */
export interface Ring {
  readonly start: readonly number[];
  readonly curves: readonly (readonly number[])[];
}

/** Coordinates are multiplied by this before they are rounded. */
export const ringUnit = 10;

const waves = [2, 3, 5];

/** Growth rings of a trunk, from the centre outward. Derived from the certificate's id, so that each certificate has its own. */
export function growthRings(
  id: string,
  x: number,
  y: number,
  from: number,
  to: number,
  count: number,
): Ring[] {
  const bytes = createHash('sha256').update(id).digest();
  const random = (index: number) => (bytes[index % bytes.length] ?? 0) / 255;
  const phases = waves.map((_, index) => random(index) * 2 * Math.PI);
  const strengths = waves.map((wave, index) => (0.02 + random(index + 3) * 0.045) / Math.sqrt(wave));
  // Rings vary in width.
  const growths = Array.from({ length: count }, (_, ring) => 0.55 + random(ring + 6));
  const total = growths.reduce((sum, growth) => sum + growth, 0);
  let radius = from;
  return growths.map((growth, ring) => {
    radius += (growth / total) * (to - from);
    const drift = ring * 0.012;
    return closedCurve(
      Array.from({ length: points }, (_, index) => {
        const angle = (index / points) * 2 * Math.PI;
        const bend = waves.reduce(
          (sum, wave, at) =>
            sum + (strengths[at] ?? 0) * Math.sin(wave * angle + (phases[at] ?? 0) + drift * wave),
          0,
        );
        const reach = radius * (1 + bend);
        return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)] as const;
      }),
    );
  });
}

type Point = readonly [x: number, y: number];

/** A smooth curve through the points (Catmull-Rom). */
function closedCurve(through: readonly Point[]): Ring {
  const at = (index: number): Point => through[(index + through.length) % through.length] ?? [0, 0];
  const curves = through.map((point, index) => {
    const [before, next, after] = [at(index - 1), at(index + 1), at(index + 2)];
    return [
      point[0] + (next[0] - before[0]) / 6,
      point[1] + (next[1] - before[1]) / 6,
      next[0] - (after[0] - point[0]) / 6,
      next[1] - (after[1] - point[1]) / 6,
      ...next,
    ].map(whole);
  });
  return { start: at(0).map(whole), curves };
}

const whole = (value: number): number => Math.round(value * ringUnit);
