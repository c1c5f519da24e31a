import type { Account, AccountId } from '../accounts/account.js';
import type { Context } from '../../database/context.js';
import type { SealedServer } from '../servers/server-store.js';
import { hasSameSource, requireValidSource } from './feed-source.js';
import type { Feed } from './feed-store.js';
import { controlsServer, isSourceAuthorized, requireServerControl } from './server-permissions.js';

export interface FeedChanges {
  readonly serverId?: string | undefined;
  /** null: none. */
  readonly externalId?: string | null | undefined;
  /** The account that changes it: the feed's own, or one above it. */
  readonly changedBy: AccountId;
  /** Needed where the external id has the server's password sent to other hosts. */
  readonly serverPassword?: string | undefined;
}

/**
 * The feed as it is after the changes, if they are allowed; `server` is the one that it reads from then. Whoever names server or external id answers for what the feed
 * reads, also if it is what it was. Who may not set them can still send back what is there: that changes nothing.
 */
export function applySourceChanges(
  context: Pick<Context, 'secrets'>,
  account: Account,
  before: Feed,
  { serverId, externalId, changedBy, serverPassword }: FeedChanges,
  server: SealedServer | undefined,
): Feed {
  const after: Feed = {
    ...before,
    serverAccountId: server?.accountId ?? null,
    serverId: server?.id ?? null,
    externalId: externalId === undefined ? before.externalId : externalId,
    sourceSetBy: changedBy,
  };
  const isNamed = serverId !== undefined || externalId !== undefined;
  const mayDecide = !server || controlsServer(changedBy, server, account);
  if (!isNamed || (!mayDecide && hasSameSource(after, before))) return before;
  requireServerControl(changedBy, server, account);
  const isKnown = server?.id === before.serverId && isSourceAuthorized(before, server, account);
  requireValidSource(context, {
    type: after.type,
    server,
    externalId: after.externalId,
    knownExternalId: isKnown ? before.externalId : null,
    serverPassword,
  });
  return after;
}
