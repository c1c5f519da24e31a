import type { CSSProperties } from 'react';

interface FittedNumberProps {
  readonly children: string;
  /** Says how large it is where there is room, by `--size`. */
  readonly className: string | undefined;
}

const frame: CSSProperties = { display: 'block', containerType: 'inline-size' };

/** At most so many ems are a figure's characters wide, on average. */
const emsPerCharacter = 0.66;

/** A large figure, which becomes smaller rather than break or leave its card: half of it reads as a figure of its own. */
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
