import type { ReactNode } from 'react';
import classes from './pill.module.css';

interface PillProps {
  /** What it means beyond its words; nothing to look after, unless said. */
  readonly tone?: 'good' | 'busy' | 'warn' | 'quiet';
  readonly children: ReactNode;
}

/** The state that something is in. */
export const Pill = ({ tone = 'good', children }: PillProps) => (
  <span className={classes['pill']} data-tone={tone}>
    {children}
  </span>
);
