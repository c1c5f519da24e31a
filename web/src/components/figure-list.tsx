import type { ReactNode } from 'react';
import classes from './figure-list.module.css';

export const FigureList = ({ children }: { readonly children: ReactNode }) => (
  <dl className={classes['figures']}>{children}</dl>
);

interface FigureProps {
  readonly name: string;
  readonly children: ReactNode;
  /** Highlights the most important figure. */
  readonly isMain?: boolean;
}

export const Figure = ({ name, children, isMain = false }: FigureProps) => (
  <div className={classes['figure']} data-main={isMain || undefined}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
