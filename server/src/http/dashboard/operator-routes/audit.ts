import type { Static } from '@sinclair/typebox';
import { namesOfAccounts } from '../../../features/accounts/account-names-store.js';
import {
  listAuditEntries,
  installationAccountId,
  type AuditEntry as Entry,
} from '../../../features/audit/audit-store.js';
import { namesOfKeys } from '../../../features/keys/key-store.js';
import type { Context } from '../../../database/context.js';
import type { Database } from '../../../database/database.js';
import { reportDatabase } from '../../../database/report-database.js';
import { invalid } from '../../../platform/errors.js';
import { namesOfUsers } from '../../../features/users/user-store.js';
import {
  AuditEntry,
  AuditQuery,
  presentAuditEntry,
  type AuditNames,
} from '../../../wire/dashboard/audit-entry.js';
import { toDate } from '../../../wire/times.js';
import { list } from '../../route.js';

export const listedAuditEntries = list({
  operation: 'listAuditEntries',
  path: '/audit',
  summary: 'Who changed what, newest first',
  query: AuditQuery,
  item: AuditEntry,
  sortedBy: 'time',
  page: async ({ context, query }, { after, limit }) => {
    const db = reportDatabase(context);
    const entries = await listAuditEntries(db, { ...rangeOf(query, context), after, limit });
    const names = await namesIn(db, entries);
    return entries.map((entry) => ({ entry, names }));
  },
  keyOf: ({ entry: { at, id } }) => ({ sort: at, id }),
  present: ({ entry, names }) => presentAuditEntry(entry, names),
});

export const auditRoutes = [listedAuditEntries];

function rangeOf(query: Static<typeof AuditQuery>, { clock }: Context) {
  if (query.installation && query.account_id !== undefined)
    throw invalid('account_id and installation cannot be combined');
  const accountId = query.installation ? installationAccountId : query.account_id;
  // Includes entries that are written at this moment.
  const until = toDate(query.until) ?? new Date(clock().getTime() + 1);
  return { accountId, from: toDate(query.from) ?? new Date(0), until };
}

async function namesIn(db: Database, entries: readonly Entry[]): Promise<AuditNames> {
  const actorsOf = (kind: Entry['actorKind']): string[] => [
    ...new Set(entries.flatMap(({ actorKind, actorId }) => (actorKind === kind && actorId ? [actorId] : []))),
  ];
  const users = await namesOfUsers(db, actorsOf('user'));
  const keys = await namesOfKeys(db, actorsOf('key'));
  const accounts = await namesOfAccounts(db, [...new Set(entries.map(({ accountId }) => accountId))]);
  return { actors: new Map([...users, ...keys]), accounts };
}
