import type { CSSProperties } from 'react';

interface FittedNumberProps {
  readonly children: string;
  /** Sets the full size as `--size`. */
  readonly className: string | undefined;
}

const frame: CSSProperties = { display: 'block', containerType: 'inline-size' };

/** Upper bound of the average width of a digit or separator. */
const emsPerCharacter = 0.66;

/** A large number that shrinks to fit its card. If it wrapped, half of it would read as another number. */
export function FittedNumber({ children, className }: FittedNumberProps) {
  const ems = (children.length * emsPerCharacter).toFixed(2);
  const fitted: CSSProperties = {
    fontSize: `min(var(--size), calc(100cqi / ${ems}))`,
    fontWeight: 'inherit',
    whiteSpace: 'nowrap',
  };
  return (
    <span className={className} style={frame}>
      <strong style={fitted}>{children}</strong>
    </span>
  );
}
