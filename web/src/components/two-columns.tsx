import type { ReactNode } from 'react';
import classes from './two-columns.module.css';

interface TwoColumnsProps {
  readonly children: ReactNode;
  /** Stays visible while the rest scrolls, if the window is wide enough. */
  readonly aside: ReactNode;
}

export const TwoColumns = ({ children, aside }: TwoColumnsProps) => (
  <div className={classes['split']}>
    <div className={classes['column']}>{children}</div>
    <div className={classes['aside']}>{aside}</div>
  </div>
);
