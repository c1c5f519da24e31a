import { NotFoundError } from '@regrove/sdk';
import { Outlet } from '@tanstack/react-router';
import { ScopeContext, useAccount, usePathParams, useScopeFor } from '../api/scope.js';
import { useAncestors } from '../api/use-ancestors.js';
import { LoadError } from '../components/load-error.js';
import { ScreenSkeleton } from '../components/screen-skeleton.js';
import { useSession } from '../session/use-session.js';
import { Layout } from './layout.js';
import { Invitations } from './invitations.js';
import { AccountNotFound } from './account-not-found.js';
import { OtherAccountBanner } from './other-account-banner.js';

/** Surrounds the screens of an account. */
export function AccountShell() {
  const session = useSession();
  const { accountId = '' } = usePathParams();
  const { data: account, error, refetch } = useAccount(session, accountId);
  const scope = useScopeFor(session, account);
  const ancestors = useAncestors(session, account);
  return (
    <Layout accountId={accountId} account={account}>
      <Invitations />
      {scope && !scope.isOwn && <OtherAccountBanner account={scope.account} ancestors={ancestors} />}
      {scope ? (
        // The key resets all state when the account changes.
        <ScopeContext key={accountId} value={scope}>
          <Outlet />
        </ScopeContext>
      ) : error instanceof NotFoundError ? (
        <AccountNotFound accountId={accountId} />
      ) : error ? (
        <LoadError error={error} retry={refetch} order={1} />
      ) : (
        <ScreenSkeleton />
      )}
    </Layout>
  );
}
