import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Seedling } from './seedling.js';
import classes from './notice.module.css';

interface EmptyProps {
  readonly title: string;
  readonly text: string;
  /** The next step. */
  readonly action?: ReactNode;
}

/** Where there is nothing yet: why, and what to do about it. */
export function Empty({ title, text, action }: EmptyProps) {
  return (
    <div className={classes['notice']}>
      <Seedling />
      <Title order={2}>{title}</Title>
      <p>{text}</p>
      {action}
    </div>
  );
}
