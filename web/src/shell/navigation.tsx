import type { ExpandedAccount } from '@regrove/sdk';
import { Link } from '@tanstack/react-router';
import { pathTo } from '../api/scope.js';
import { screens } from '../screens/index.js';
import { useWords } from '../words/words.js';
import classes from './navigation.module.css';

interface NavigationProps {
  readonly accountId: string;
  /** Undefined until it is known. */
  readonly account: ExpandedAccount | undefined;
}

export function Navigation({ accountId, account }: NavigationProps) {
  const { say } = useWords();
  return (
    <nav aria-label={say('app.navigation')} className={classes['list']}>
      {screens.map(({ path, entry }) => {
        if (!entry || (account && entry.isFor?.(account) === false)) return null;
        const { icon: Icon, label } = entry;
        return (
          <Link
            key={path}
            to={pathTo(accountId, path)}
            className={classes['link']}
            activeOptions={{ exact: path === '' }}
          >
            <Icon size={20} stroke={1.6} aria-hidden="true" />
            {say(label)}
          </Link>
        );
      })}
    </nav>
  );
}
