import { Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './card.module.css';

interface CardProps {
  /** For links with a fragment. */
  readonly id?: string;
  readonly title?: string;
  /** Next to the title: a link or a switch. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

export function Card({ id, title, aside, children, className }: CardProps) {
  const titleId = useId();
  return (
    <section
      id={id}
      className={[classes['card'], className].filter(Boolean).join(' ')}
      aria-labelledby={title && titleId}
    >
      {title && (
        <div className={classes['head']}>
          <Title order={2} id={titleId} className={classes['title']}>
            {title}
          </Title>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}
