import { IconInfoCircle } from '@tabler/icons-react';
import classes from './hint.module.css';

/** What one has to know about what a screen shows. */
export const Hint = ({ children }: { readonly children: string }) => (
  <p className={classes['hint']}>
    <IconInfoCircle size={22} stroke={1.6} aria-hidden="true" />
    <span>{children}</span>
  </p>
);
