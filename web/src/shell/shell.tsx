import { NotFoundError } from '@regrove/sdk';
import { Outlet } from '@tanstack/react-router';
import { ScopeContext, useAccount, usePathParts, useScopeOf } from '../api/scope.js';
import { useTrail } from '../api/use-trail.js';
import { Failure } from '../components/failure.js';
import { ScreenSkeleton } from '../components/screen-skeleton.js';
import { useSession } from '../session/use-session.js';
import { Frame } from './frame.js';
import { Invitations } from './invitations.js';
import { NoSuchAccount } from './no-such-account.js';
import { SteppedInto } from './stepped-into.js';

/** Around every screen about an account: whose it is. */
export function Shell() {
  const session = useSession();
  const { accountId = '' } = usePathParts();
  const { data: account, error, refetch } = useAccount(session, accountId);
  const scope = useScopeOf(session, account);
  const trail = useTrail(session, account);
  return (
    <Frame accountId={accountId} account={account}>
      <Invitations />
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
    </Frame>
  );
}
