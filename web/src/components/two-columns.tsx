import type { ReactNode } from 'react';
import classes from './two-columns.module.css';

interface TwoColumnsProps {
  readonly children: ReactNode;
  /** Stays in sight beside the rest where there is room for both. */
  readonly aside: ReactNode;
}

export const TwoColumns = ({ children, aside }: TwoColumnsProps) => (
  <div className={classes['split']}>
    <div className={classes['column']}>{children}</div>
    <div className={classes['aside']}>{aside}</div>
  </div>
);
