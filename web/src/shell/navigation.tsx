import type { ExpandedAccount } from '@regrove/sdk';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { pathTo } from '../api/scope.js';
import { screens } from '../screens/index.js';
import { groups, type Screen, type ScreenGroup } from '../screens/screen.js';
import { useWords } from '../words/words.js';
import classes from './navigation.module.css';

interface NavigationProps {
  readonly accountId: string;
  /** Undefined until it is known. */
  readonly account: ExpandedAccount | undefined;
}

/** Where one can go, under headings that say what belongs together. */
export function Navigation({ accountId, account }: NavigationProps) {
  const { say } = useWords();
  const shown = screens.filter(({ entry }) => entry && (!account || entry.isFor?.(account) !== false));
  return (
    <nav aria-label={say('app.navigation')} className={classes['groups']}>
      {[undefined, ...groups].map((group) => (
        <Entries
          key={group ?? ''}
          group={group}
          accountId={accountId}
          screens={shown.filter(({ entry }) => entry?.group === group)}
        />
      ))}
    </nav>
  );
}

interface EntriesProps {
  readonly group: ScreenGroup | undefined;
  readonly accountId: string;
  readonly screens: readonly Screen[];
}

function Entries({ group, accountId, screens: listed }: EntriesProps) {
  const { say } = useWords();
  const id = useId();
  if (listed.length === 0) return null;
  return (
    <div>
      {group && (
        <p id={id} className={classes['heading']}>
          {say(`app.group.${group}`)}
        </p>
      )}
      <ul className={classes['list']} aria-labelledby={group && id}>
        {listed.map(({ path, entry }) => {
          if (!entry) return null;
          const { icon: Icon, label } = entry;
          return (
            <li key={path}>
              <Link
                to={pathTo(accountId, path)}
                className={classes['link']}
                activeOptions={{ exact: path === '' }}
              >
                <Icon size={20} stroke={1.6} aria-hidden="true" />
                {say(label)}
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
