import type { ReactNode } from 'react';
import classes from './status-badge.module.css';

interface StatusBadgeProps {
  readonly tone?: 'good' | 'busy' | 'warn' | 'quiet';
  readonly children: ReactNode;
}

export const StatusBadge = ({ tone = 'good', children }: StatusBadgeProps) => (
  <span className={classes['pill']} data-tone={tone}>
    {children}
  </span>
);
