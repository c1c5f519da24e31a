import classes from './tree-rings.module.css';

interface TreeRingsProps {
  /** Determines the shape of the rings. */
  readonly seed: string;
  readonly className?: string | undefined;
  readonly count?: number;
}

const points = 24;

/** Decoration. The rings on a certificate are drawn by the server. */
export function TreeRings({ seed, className, count = 14 }: TreeRingsProps) {
  const random = numbersOf(seed);
  const phases = [random(), random(), random()].map((part) => part * 2 * Math.PI);
  const accent = Math.floor(count * (0.45 + random() * 0.4));
  let radius = 42;
  const rings = Array.from({ length: count }, () => {
    radius += ((0.55 + random()) * 150) / count;
    return ringOf(radius, phases);
  });
  return (
    <svg
      viewBox="-215 -215 430 430"
      className={[classes['rings'], className].filter(Boolean).join(' ')}
      aria-hidden="true"
      focusable="false"
    >
      {rings.map((line, index) => (
        <path key={line} d={line} className={index === accent ? classes['accent'] : undefined} />
      ))}
    </svg>
  );
}

function ringOf(radius: number, phases: readonly number[]): string {
  const at = (index: number): readonly [x: number, y: number] => {
    const angle = (index / points) * 2 * Math.PI;
    const bend = phases.reduce(
      (sum, phase, wave) => sum + (0.045 / (wave + 1)) * Math.sin((wave + 2) * angle + phase),
      1,
    );
    return [radius * bend * Math.cos(angle), radius * bend * Math.sin(angle)];
  };
  const between = (index: number): string => {
    const [[x1, y1], [x2, y2]] = [at(index), at(index + 1)];
    return written((x1 + x2) / 2, (y1 + y2) / 2);
  };
  // Quadratic curves between the midpoints of the polygon's sides, so that no corner shows.
  const curves = Array.from({ length: points }, (_, index) => `Q${written(...at(index))} ${between(index)}`);
  return `M${between(-1)}${curves.join('')}Z`;
}

const written = (x: number, y: number): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** Pseudo-random numbers from 0 to 1 (a linear congruential generator, good enough for a drawing). */
function numbersOf(seed: string): () => number {
  let state = Array.from(seed).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
