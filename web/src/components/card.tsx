import { Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './card.module.css';

interface CardProps {
  /** For links with a fragment. */
  readonly id?: string;
  readonly title?: string;
  /** Below the title: what the content is about. */
  readonly note?: string | undefined;
  /** Next to the title: a link or a switch. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

export function Card({ id, title, note, aside, children, className }: CardProps) {
  const titleId = useId();
  return (
    <section
      id={id}
      className={[classes['card'], className].filter(Boolean).join(' ')}
      aria-labelledby={title && titleId}
    >
      {title && (
        <div className={classes['head']}>
          <div className={classes['title']}>
            <Title order={2} id={titleId}>
              {title}
            </Title>
            {note !== undefined && <p className={classes['note']}>{note}</p>}
          </div>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}
