import type { ReactNode } from 'react';
import classes from './status-badge.module.css';

interface StatusBadgeProps {
  /** What it means beyond its words; nothing to look after, unless said. */
  readonly tone?: 'good' | 'busy' | 'warn' | 'quiet';
  readonly children: ReactNode;
}

/** The state that something is in. */
export const StatusBadge = ({ tone = 'good', children }: StatusBadgeProps) => (
  <span className={classes['pill']} data-tone={tone}>
    {children}
  </span>
);
