import type { ReactNode } from 'react';
import classes from './split.module.css';

interface SplitProps {
  readonly children: ReactNode;
  /** Stays in sight beside the rest where there is room for both. */
  readonly aside: ReactNode;
}

export const Split = ({ children, aside }: SplitProps) => (
  <div className={classes['split']}>
    <div className={classes['column']}>{children}</div>
    <div className={classes['aside']}>{aside}</div>
  </div>
);
