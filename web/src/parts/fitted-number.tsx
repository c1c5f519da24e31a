import type { CSSProperties } from 'react';
import classes from './fitted-number.module.css';

interface FittedNumberProps {
  readonly children: string;
  /** Says how large it is where there is room, by `--size`. */
  readonly className: string | undefined;
}

/** A large figure, which becomes smaller rather than break or leave its card. */
export const FittedNumber = ({ children, className }: FittedNumberProps) => (
  <span className={[classes['frame'], className].filter(Boolean).join(' ')}>
    <strong
      className={classes['number']}
      style={{ '--characters': children.length } as CSSProperties & Record<'--characters', number>}
    >
      {children}
    </strong>
  </span>
);
