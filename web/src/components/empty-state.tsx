import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Logo } from './logo.js';
import classes from './empty-state.module.css';

interface EmptyStateProps {
  readonly title: string;
  readonly text: string;
  /** Of the text, where it is not the reader's. */
  readonly lang?: string | undefined;
  /** The level of the heading: 1 where it is all that the page says. */
  readonly order?: 1 | 2;
  /** The next step. */
  readonly action?: ReactNode;
}

/** Where there is nothing yet: why, and what to do about it. */
export function EmptyState({ title, text, lang, order = 2, action }: EmptyStateProps) {
  return (
    <div className={classes['notice']}>
      <Logo />
      <Title order={order}>{title}</Title>
      <p lang={lang}>{text}</p>
      {action}
    </div>
  );
}
