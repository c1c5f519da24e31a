import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pathTo, useScope } from '../../api/scope.js';
import { ScreenHead } from '../../parts/screen-head.js';
import { useWords } from '../../words/words.js';
import classes from './feeds.module.css';

interface AreaHeadProps {
  readonly title: string;
  readonly intro: string;
  readonly actions: ReactNode;
}

/** Feeds and the servers that they read from are two sides of one thing. */
export function AreaHead(props: AreaHeadProps) {
  const { say } = useWords();
  const { account } = useScope();
  return (
    <>
      <ScreenHead {...props} />
      <nav aria-label={say('app.feeds.area')} className={classes['tabs']}>
        <Link to={pathTo(account.id, 'feeds')} activeOptions={{ exact: true }}>
          {say('app.feeds.title')}
        </Link>
        <Link to={pathTo(account.id, 'feeds/servers')}>{say('app.servers.title')}</Link>
      </nav>
    </>
  );
}
