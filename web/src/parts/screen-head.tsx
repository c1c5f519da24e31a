import { Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import classes from './screen-head.module.css';

interface ScreenHeadProps {
  readonly title: string;
  readonly intro?: string;
  /** What can be done here. */
  readonly actions?: ReactNode;
}

/** What every screen begins with; the browser's tab says the same. */
export function ScreenHead({ title, intro, actions }: ScreenHeadProps) {
  useEffect(() => {
    document.title = `${title} · Regrove`;
  }, [title]);
  return (
    <header className={classes['head']}>
      <div>
        <Title order={1} className={classes['title']}>
          {title}
        </Title>
        {intro && <p className={classes['intro']}>{intro}</p>}
      </div>
      {actions && <div className={classes['actions']}>{actions}</div>}
    </header>
  );
}
