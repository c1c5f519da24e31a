import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Logo } from './logo.js';
import classes from './empty-state.module.css';

interface EmptyStateProps {
  readonly title: string;
  readonly text: string;
  /** The language of the text, if it is not the reader's. */
  readonly lang?: string | undefined;
  /** The level of the heading: 1 if there is nothing else on the page. */
  readonly order?: 1 | 2;
  readonly action?: ReactNode;
}

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
