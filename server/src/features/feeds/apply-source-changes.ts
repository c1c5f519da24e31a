import type { Account, AccountId } from '../accounts/account.js';
import type { Context } from '../../database/context.js';
import type { SealedServer } from '../servers/server-store.js';
import { hasSameSource, requireValidSource } from './feed-source.js';
import type { Feed } from './feed-store.js';
import { controlsServer, isSourceAuthorized, requireServerControl } from './server-permissions.js';

export interface FeedChanges {
  /** null clears it. */
  readonly serverId?: string | null | undefined;
  /** null clears it. */
  readonly externalId?: string | null | undefined;
  /** The account that makes the change: the feed's own or an ancestor. */
  readonly changedBy: AccountId;
  /** Required if the external id would send the server's password to other hosts. */
  readonly serverPassword?: string | undefined;
}

/**
 * The feed after the changes, if they are allowed; `server` is the one it then reads from. An account that sends the server or
 * the external id is recorded as the one that set the source, even if both are unchanged. An account without control over
 * the server may only send the values that are already there, which changes nothing.
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
