import type { ReactNode } from 'react';
import classes from './certificates.module.css';

export const Gallery = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes['gallery']}>{children}</div>
);
