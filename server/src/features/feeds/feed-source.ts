import { timingSafeEqual } from 'node:crypto';
import type { Account } from '../accounts/account.js';
import type { Context } from '../../database/context.js';
import type { Database, Transaction } from '../../database/database.js';
import { invalid, missing } from '../../platform/errors.js';
import { findServerInLineage, lockServerInLineage, type SealedServer } from '../servers/server-store.js';
import { sources } from '../../sources/index.js';
import type { Source } from '@regrove/printers/source';
import type { Feed } from './feed-store.js';

/** What a feed is to read from, as given by the account that sets it. */
export interface SourceSettings {
  readonly type: string;
  readonly server: SealedServer | undefined;
  readonly externalId: string | null;
  /** The current external id, if the feed already reads from this server. */
  readonly knownExternalId?: string | null;
  readonly serverPassword: string | undefined;
}

/** Checks that the settings are complete and allowed for this type, without calling the server. */
export function requireValidSource(
  { secrets, sandbox }: Pick<Context, 'secrets' | 'sandbox'>,
  wanted: SourceSettings,
): void {
  const { type, server, externalId } = wanted;
  const source = sources.get(type);
  if (!source) return;
  if (source.isSimulated && !sandbox)
    throw invalid('Feeds of type simulated exist only in a sandbox', { code: 'sandbox-only', field: 'type' });
  if (!source.isSimulated && sandbox)
    throw invalid(
      `A sandbox does not call real devices: use a feed of type simulated instead of ${type}, or one that sends its own readings`,
      { code: 'sandbox-devices', field: 'type' },
    );
  if (!server && !source.isSimulated)
    throw invalid(`server_id is required for feeds of type ${type}`, {
      code: 'required',
      field: 'server_id',
    });
  if (server && server.type !== type)
    throw invalid(
      `server_id names a server of type ${server.type}: a feed of type ${type} needs one of its own`,
      { code: 'server-type', field: 'server_id' },
    );
  if (source.needsExternalId && externalId === null)
    throw invalid(`external_id is required for feeds of type ${type}`, {
      code: 'required',
      field: 'external_id',
    });
  const error = externalId === null ? undefined : source.externalIdError?.(externalId);
  if (error !== undefined)
    throw invalid(`external_id ${error}`, { code: 'external-id-invalid', field: 'external_id' });
  if (server?.passwordSealed && namesNewHosts(source, server, wanted))
    requirePassword(secrets.open(server.passwordSealed, server.id), wanted.serverPassword);
}

/** Whether the server's password would be sent to a host that is neither in its URL nor in the current external id. */
function namesNewHosts(
  { hostsOf }: Source,
  { url }: SealedServer,
  { externalId, knownExternalId }: SourceSettings,
): boolean {
  if (!hostsOf || externalId === null) return false;
  const known = new Set([null, knownExternalId ?? null].flatMap((id) => hostsOf(new URL(url), id)));
  return hostsOf(new URL(url), externalId).some((host) => !known.has(host));
}

function requirePassword(password: string, given: string | undefined): void {
  if (given === undefined)
    throw invalid(
      'server_password is required if external_id names other hosts: the stored password is only sent to hosts named by someone who knows it',
      { code: 'server-password-required', field: 'server_password' },
    );
  const [one, other] = [Buffer.from(password), Buffer.from(given)];
  if (one.length !== other.length || !timingSafeEqual(one, other))
    throw invalid('server_password is not the password of the server', {
      code: 'server-password-wrong',
      field: 'server_password',
    });
}

/** A server of the account or of an ancestor. */
export async function findServerForFeed(
  db: Database,
  account: Pick<Account, 'lineage'>,
  serverId: string | null,
): Promise<SealedServer | undefined> {
  return serverId === null
    ? undefined
    : requireFound(await findServerInLineage(db, account.lineage, serverId));
}

/** The server cannot be deleted until the transaction ends. */
export async function lockServerForFeed(
  tx: Transaction,
  account: Pick<Account, 'lineage'>,
  serverId: string | null,
): Promise<SealedServer | undefined> {
  return serverId === null
    ? undefined
    : requireFound(await lockServerInLineage(tx, account.lineage, serverId));
}

function requireFound(server: SealedServer | undefined): SealedServer {
  if (!server) throw missing('server_id: there is no such server', 'server_id');
  return server;
}

type SourceOfFeed = Pick<Feed, 'serverAccountId' | 'serverId' | 'externalId'>;

/** Whether two states of a feed read the same devices, so that results for one also apply to the other. */
export const hasSameSource = (one: SourceOfFeed, other: SourceOfFeed): boolean =>
  one.serverAccountId === other.serverAccountId &&
  one.serverId === other.serverId &&
  one.externalId === other.externalId;
