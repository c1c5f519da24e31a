import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { ScopeContext, useScopeFor } from '../api/scope.js';
import { NotFound } from '../components/not-found.js';
import { ScreenSkeleton } from '../components/screen-skeleton.js';
import { useSession } from '../session/use-session.js';
import { MessagePartProvider } from '../i18n/i18n-provider.js';
import { Layout } from './layout.js';

/** Surrounds the operator's screens. Others see "not found". */
export function OperatorShell() {
  const session = useSession();
  const { account, user } = session;
  // The currency, for example, comes from the user's own account.
  const scope = useScopeFor(session, account);
  return (
    <Layout accountId={account.id} account={account}>
      {user.is_operator ? (
        <Suspense fallback={<ScreenSkeleton />}>
          <MessagePartProvider part="operator">
            <ScopeContext value={scope}>
              <Outlet />
            </ScopeContext>
          </MessagePartProvider>
        </Suspense>
      ) : (
        <NotFound />
      )}
    </Layout>
  );
}
