import { Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './sheet.module.css';

interface SheetProps {
  readonly title?: string;
  /** Beside the title: a link or a switch. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** A sheet of paper on the desk: what belongs together. */
export function Sheet({ title, aside, children, className }: SheetProps) {
  const id = useId();
  return (
    <section
      className={[classes['sheet'], className].filter(Boolean).join(' ')}
      aria-labelledby={title && id}
    >
      {title && (
        <div className={classes['head']}>
          <Title order={2} id={id}>
            {title}
          </Title>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}
