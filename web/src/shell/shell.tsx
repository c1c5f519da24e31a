import { NotFoundError } from '@regrove/sdk';
import { Burger, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ScopeContext, useAccount, usePathParts, useScopeOf } from '../api/scope.js';
import { useTrail } from '../api/use-trail.js';
import { Failure } from '../parts/failure.js';
import { ScreenSkeleton } from '../parts/screen-skeleton.js';
import { Seedling } from '../parts/seedling.js';
import { useSession } from '../session/use-session.js';
import { useWords } from '../words/words.js';
import { AccountSwitch } from './account-switch.js';
import { Navigation } from './navigation.js';
import { NoSuchAccount } from './no-such-account.js';
import classes from './shell.module.css';
import { SteppedInto } from './stepped-into.js';
import { UserMenu } from './user-menu.js';

/** What is around every screen: whose account it is about, where to go, and who is signed in. */
export function Shell() {
  const { say } = useWords();
  const session = useSession();
  const { accountId = '' } = usePathParts();
  const { data: account, error, refetch } = useAccount(session, accountId);
  const scope = useScopeOf(session, account);
  const trail = useTrail(session, account);
  const [isMenuOpen, menu] = useDisclosure(false);
  const main = useScreenFocus(menu.close);
  const navigation = <Navigation accountId={accountId} account={account} />;
  return (
    <div className={classes['shell']}>
      <a href="#main" className={classes['skip']}>
        {say('app.skip')}
      </a>
      <header className={classes['header']}>
        <Burger
          className={classes['burger']}
          opened={isMenuOpen}
          onClick={menu.toggle}
          size="sm"
          aria-label={say('app.menu')}
          aria-expanded={isMenuOpen}
        />
        <span className={classes['brand']}>
          <Seedling className={classes['sign']} />
          <span className={classes['word']}>Regrove</span>
        </span>
        <AccountSwitch />
        <UserMenu />
      </header>
      <div className={classes['side']}>{navigation}</div>
      <Drawer
        opened={isMenuOpen}
        onClose={menu.close}
        title="Regrove"
        size="17rem"
        closeButtonProps={{ 'aria-label': say('app.close') }}
      >
        {navigation}
      </Drawer>
      <main id="main" className={classes['main']} ref={main} tabIndex={-1}>
        {scope && !scope.isOwn && <SteppedInto account={scope.account} trail={trail} />}
        {scope ? (
          // Another account is another screen: nothing that was typed or chosen is carried over.
          <ScopeContext key={accountId} value={scope}>
            <Outlet />
          </ScopeContext>
        ) : error instanceof NotFoundError ? (
          <NoSuchAccount accountId={accountId} />
        ) : error ? (
          <Failure error={error} retry={refetch} order={1} />
        ) : (
          <ScreenSkeleton />
        )}
      </main>
    </div>
  );
}

/** A new screen begins at its own beginning, also for those who do not see it change. */
function useScreenFocus(onLeave: () => void) {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    onLeave();
    main.current?.focus({ preventScroll: true });
  }, [pathname, onLeave]);
  return main;
}
