import { Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './sheet.module.css';

interface SheetProps {
  /** Where an address leads to it. */
  readonly id?: string;
  readonly title?: string;
  /** Beside the title: a link or a switch. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** A sheet of paper on the desk: what belongs together. */
export function Sheet({ id, title, aside, children, className }: SheetProps) {
  const titleId = useId();
  return (
    <section
      id={id}
      className={[classes['sheet'], className].filter(Boolean).join(' ')}
      aria-labelledby={title && titleId}
    >
      {title && (
        <div className={classes['head']}>
          <Title order={2} id={titleId}>
            {title}
          </Title>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}
