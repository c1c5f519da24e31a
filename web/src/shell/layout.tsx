import { Burger, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ExpandedAccount } from '@regrove/sdk';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react';
import { Logo } from '../components/logo.js';
import { useI18n } from '../i18n/use-i18n.js';
import { isInSandbox } from '../base-path.js';
import { AccountSwitcher } from './account-switcher.js';
import { Navigation } from './navigation.js';
import classes from './layout.module.css';
import { ReadOnlyBanner } from './read-only-banner.js';
import { SearchButton } from './search/search-button.js';
import { UserMenu } from './user-menu.js';

const SandboxBanner = lazy(async () => ({
  default: (await import('../sandbox/sandbox-banner.js')).SandboxBanner,
}));

interface LayoutProps {
  /** The account that the navigation's links are for. */
  readonly accountId: string;
  readonly account: ExpandedAccount | undefined;
  readonly children: ReactNode;
}

export function Layout({ accountId, account, children }: LayoutProps) {
  const { t } = useI18n();
  const [isMenuOpen, menu] = useDisclosure(false);
  const main = useScreenFocus(menu.close);
  const navigation = <Navigation accountId={accountId} account={account} />;
  return (
    <div className={classes['shell']}>
      <a href="#main" className={classes['skip']}>
        {t('app.skip')}
      </a>
      {isInSandbox && (
        <Suspense>
          <SandboxBanner />
        </Suspense>
      )}
      <header className={classes['header']}>
        <Burger
          className={classes['burger']}
          opened={isMenuOpen}
          onClick={menu.toggle}
          size="sm"
          aria-label={t('app.menu')}
          aria-expanded={isMenuOpen}
        />
        <span className={classes['brand']}>
          <Logo className={classes['logo']} />
          <span className={classes['word']}>Regrove</span>
        </span>
        <AccountSwitcher />
        <SearchButton at={accountId} />
        <UserMenu />
      </header>
      <div className={classes['side']}>{navigation}</div>
      <Drawer
        opened={isMenuOpen}
        onClose={menu.close}
        title="Regrove"
        size="17rem"
        closeButtonProps={{ 'aria-label': t('app.close') }}
      >
        {navigation}
      </Drawer>
      <main id="main" className={classes['main']} ref={main} tabIndex={-1}>
        <ReadOnlyBanner />
        {children}
      </main>
    </div>
  );
}

/** Moves the focus to a new screen, so that screen readers start at its beginning. */
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
