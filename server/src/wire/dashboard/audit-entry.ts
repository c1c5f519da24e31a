import { Type, type Static } from '@sinclair/typebox';
import { installationAccountId, type AuditEntry as AuditRow } from '../../features/audit/audit-store.js';
import type { Facts } from '../../features/audit/audited-fields.js';
import { Id, Nullable, OneOf, Timestamp, TimestampInput } from '../fields.js';
import { formatTimestamp } from '../times.js';

const Recorded = Type.Unsafe<Facts | null>({ type: ['object', 'null'], additionalProperties: true });

export const AuditEntry = Type.Object(
  {
    id: Id,
    at: Timestamp,
    actor: Type.Object({
      kind: OneOf(['key', 'user', 'operator', 'job']),
      id: Nullable(Type.String()),
      /** Null if the name is no longer known. */
      name: Nullable(Type.String()),
    }),
    /** Null for the installation itself. */
    account_id: Nullable(Id),
    account_name: Nullable(Type.String()),
    action: Type.String(),
    subject_id: Nullable(Id),
    before: Recorded,
    after: Recorded,
  },
  { title: 'AuditEntry' },
);

/** Entries of an account, of the installation, or all; `from` is inclusive, `until` exclusive. */
export const AuditQuery = Type.Object({
  account_id: Type.Optional(Id),
  installation: Type.Optional(OneOf(['true'])),
  from: Type.Optional(TimestampInput),
  until: Type.Optional(TimestampInput),
});

/** Names by id. */
export interface AuditNames {
  readonly actors: ReadonlyMap<string, string>;
  readonly accounts: ReadonlyMap<string, string>;
}

export const presentAuditEntry = (
  entry: AuditRow,
  { actors, accounts }: AuditNames,
): Static<typeof AuditEntry> => ({
  id: entry.id,
  at: formatTimestamp(entry.at),
  actor: { kind: entry.actorKind, id: entry.actorId, name: actors.get(entry.actorId ?? '') ?? null },
  account_id: entry.accountId === installationAccountId ? null : entry.accountId,
  account_name: accounts.get(entry.accountId) ?? null,
  action: entry.action,
  subject_id: entry.subjectId,
  before: entry.before,
  after: entry.after,
});
