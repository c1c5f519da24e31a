import type { Account } from '../accounts/account.js';
import type { Database } from '../platform/db/database.js';
import { invalid, missing } from '../platform/errors.js';
import { holdServerOfLineage, type SealedServer } from '../servers/server-store.js';
import { sources } from '../sources/index.js';
import type { Feed } from './feed-store.js';

/** Checks that a feed of this type has what it needs; says nothing about servers that do not answer. */
export function requireSource(
  type: string,
  { serverId, externalId }: { serverId: string | null; externalId: string | null },
): void {
  const source = sources.get(type);
  if (!source) return;
  if (serverId === null) throw invalid(`server_id is required for feeds of type ${type}`);
  if (source.needsExternalId && externalId === null) {
    throw invalid(`external_id is required for feeds of type ${type}`);
  }
}

/** The server, which may be the account's own or an ancestor's. */
export async function serverForFeed(
  db: Database,
  account: Pick<Account, 'lineage'>,
  serverId: string | null,
): Promise<SealedServer | undefined> {
  if (serverId === null) return undefined;
  const server = await holdServerOfLineage(db, account.lineage, serverId);
  if (!server) throw missing('server_id names no server');
  return server;
}

type SourceOfFeed = Pick<Feed, 'serverAccountId' | 'serverId' | 'externalId'>;

/** Whether two states of a feed read the same devices: what was found out about one says something about the other. */
export const hasSameSource = (one: SourceOfFeed, other: SourceOfFeed): boolean =>
  one.serverAccountId === other.serverAccountId &&
  one.serverId === other.serverId &&
  one.externalId === other.externalId;
