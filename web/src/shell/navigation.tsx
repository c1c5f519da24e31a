import type { ExpandedAccount } from '@regrove/sdk';
import { Link, useLocation } from '@tanstack/react-router';
import { Suspense, useEffect, useId, useRef } from 'react';
import type { Icon } from '../icons/icon.js';
import { screenPath } from '../api/scope.js';
import { screens } from '../screens/index.js';
import { operatorScreens } from '../screens/operator/index.js';
import { operatorPath } from '../screens/operator/operator-path.js';
import { navigationGroups } from '../screens/screen.js';
import { useSession } from '../session/use-session.js';
import { MessagePartProvider } from '../i18n/i18n-provider.js';
import { useI18n, type MessageKey } from '../i18n/use-i18n.js';
import classes from './navigation.module.css';

interface NavigationProps {
  readonly accountId: string;
  /** Undefined until it is loaded. */
  readonly account: ExpandedAccount | undefined;
}

export function Navigation({ accountId, account }: NavigationProps) {
  const { t } = useI18n();
  const { user } = useSession();
  const shown = screens.filter(
    ({ navigation }) => navigation && (!account || navigation.isFor?.(account) !== false),
  );
  return (
    <nav aria-label={t('app.navigation')} className={classes['groups']}>
      {[undefined, ...navigationGroups].map((group) => (
        <Entries
          key={group ?? ''}
          heading={group && `app.group.${group}`}
          entries={shown.flatMap(({ path, navigation }) =>
            navigation?.group === group && navigation
              ? [{ to: screenPath(accountId, path), isExact: path === '', ...navigation }]
              : [],
          )}
        />
      ))}
      {user.is_operator && (
        <Suspense>
          <MessagePartProvider part="operator">
            <OperatorEntries />
          </MessagePartProvider>
        </Suspense>
      )}
    </nav>
  );
}

/** They are at the end of the list, so the current one may have to be scrolled into view. */
function OperatorEntries() {
  const { pathname } = useLocation();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  return (
    <div ref={place}>
      <Entries
        heading="app.operator.heading"
        entries={operatorScreens.map(({ path, ...entry }) => ({ to: operatorPath(path), ...entry }))}
      />
    </div>
  );
}

interface EntriesProps {
  readonly heading: MessageKey | undefined;
  readonly entries: readonly {
    readonly to: string;
    /** Active for this path only, not for paths below it. */
    readonly isExact?: boolean;
    readonly icon: Icon;
    readonly label: MessageKey;
  }[];
}

function Entries({ heading, entries }: EntriesProps) {
  const { t } = useI18n();
  const id = useId();
  if (entries.length === 0) return null;
  return (
    <div>
      {heading && (
        <p id={id} className={classes['heading']}>
          {t(heading)}
        </p>
      )}
      <ul className={classes['list']} aria-labelledby={heading && id}>
        {entries.map(({ to, isExact = false, icon: Icon, label }) => (
          <li key={to}>
            <Link
              to={to}
              className={classes['link']}
              activeOptions={{ exact: isExact, includeSearch: false }}
            >
              <Icon size={20} stroke={1.6} aria-hidden="true" />
              {t(label)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
