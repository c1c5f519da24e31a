import type { AccountId } from '../accounts/account.js';
import { addUnbilled, addUnbilledStep } from '../accounts/unbilled-store.js';
import { auditInsert, auditSource, auditValues } from '../audit/audit-store.js';
import { eventInsert, eventStep, findEventMetadata, type EventSource } from '../events/event-store.js';
import { newCertificateColumns } from '../certificates/certificate-store.js';
import { columnParameters, type ColumnTypes } from '../../database/column-parameters.js';
import type { Database } from '../../database/database.js';
import { statement } from '../../database/statement.js';
import type { Actor } from '../../platform/actor.js';
import type { Decimal, Whole } from '../../platform/decimals.js';
import { idAt } from '../../platform/ids.js';
import { isoDay, startOfMonth } from '../../platform/time/months.js';
import { offsetColumns, offsetFacts, sharedColumns, type BiomassOffset } from './offset-store.js';

export interface NewOffset {
  readonly id: string;
  readonly certificateId: string;
  readonly projectId: string;
  /** As on the certificate. */
  readonly projectName: string;
  readonly accountName: string;
  readonly quoteId: string | null;
  readonly orderId: string | null;
  readonly methodologyId: string;
  readonly date: Date;
  readonly pages: Whole;
  readonly trees: Decimal;
  readonly price: Decimal;
  readonly createdAt: Date;
  /** Null: no limit. */
  readonly maxUnbilled: Decimal | null;
  readonly actor: Actor;
}

/** Columns of offsets without a quote or an order. */
export const newOffsetColumns = {
  id: 'uuid',
  ...sharedColumns,
  methodologyId: 'uuid',
  price: 'numeric',
  createdAt: 'timestamptz',
} as const satisfies ColumnTypes<
  keyof Omit<NewOffset, 'quoteId' | 'orderId' | 'projectName' | 'accountName' | 'maxUnbilled' | 'actor'>
>;

/** What else the insert needs: names for the certificate, the month whose volume it adds to, the limit, and what its two events need. */
export const newOffsetTerms = {
  accountName: 'text',
  projectName: 'text',
  month: 'date',
  maxUnbilled: 'numeric',
  offsetEventNumber: 'bigint',
  certificateEventId: 'uuid',
  certificateEventNumber: 'bigint',
  eventsAwaited: 'boolean',
} as const;

type Terms = Readonly<Record<keyof typeof newOffsetTerms, unknown>>;

/** `offsets` are of the accounts in `accounts`, one each. */
export async function termsOf(
  db: Database,
  accounts: readonly AccountId[],
  offsets: readonly NewOffset[],
): Promise<Terms[]> {
  const events = await findEventMetadata(db, [...accounts, ...accounts]);
  return offsets.map(({ accountName, projectName, date, maxUnbilled, createdAt }, index) => ({
    accountName,
    projectName,
    month: isoDay(startOfMonth(date)),
    maxUnbilled,
    offsetEventNumber: events[index]?.number,
    certificateEventId: idAt(createdAt),
    certificateEventNumber: events[accounts.length + index]?.number,
    eventsAwaited: events[index]?.hasListener,
  }));
}

/** Where the events of an offset and of its certificate come from. Both have the facts of the audit entry. */
export const offsetEventSources = (
  entry: Omit<EventSource, 'number' | 'hasListener'>,
  value: Readonly<Record<'certificateId' | keyof typeof newOffsetTerms, string>>,
): { readonly offset: EventSource; readonly certificate: EventSource } => ({
  offset: { ...entry, number: value.offsetEventNumber, hasListener: value.eventsAwaited },
  certificate: {
    ...entry,
    id: value.certificateEventId,
    number: value.certificateEventNumber,
    hasListener: value.eventsAwaited,
    subject: value.certificateId,
  },
});

const row = columnParameters(2, { ...newOffsetColumns, quoteId: 'uuid', orderId: 'uuid' });
const terms = columnParameters(row.next, newOffsetTerms);
const value = { ...row.parameter, ...terms.parameter };
const events = offsetEventSources(auditSource(terms.next, 'after'), value);

/** In the order of `newCertificateColumns`. */
const certificateValues = [
  value.certificateId,
  value.projectId,
  value.date,
  value.pages,
  value.trees,
  value.createdAt,
  value.methodologyId,
  value.accountName,
  value.projectName,
].join(', ');

// Writes everything that an offset involves in one round trip: the certificate, the volume of the month, and the trees to be
// added to the project's total later. Two offsets only share rows of their account: the month's volume and the unbilled amount.
const insert = statement<BiomassOffset>(
  `
  with unbilled as (${addUnbilled(value.price, value.maxUnbilled)}
  ), certificate as (
    insert into biomass_certificates (account_id, ${newCertificateColumns})
    select $1, ${certificateValues} from unbilled
  ), uncounted as (
    insert into project_plantings (account_id, id, project_id, trees)
    select $1, ${value.id}, ${value.projectId}, ${value.trees} from unbilled
  ), volume as (
    insert into account_volume (account_id, month, pages, trees)
    select $1, ${value.month}, ${value.pages}, ${value.trees} from unbilled
    on conflict (account_id, month) do update
    set pages = account_volume.pages + excluded.pages, trees = account_volume.trees + excluded.trees,
      rolled = false
  ), audited as (${auditInsert(terms.next, 'unbilled')}
  ), offset_event as (${eventInsert('biomass_offset.created', events.offset, 'from unbilled')}
  ), certificate_event as (${eventInsert('certificate.issued', events.certificate, 'from unbilled')})
  insert into biomass_offsets (account_id, ${row.names}) select $1, ${row.parameters} from unbilled
  returning ${offsetColumns}`,
  {
    distributed: [
      addUnbilledStep(value.price, value.maxUnbilled),
      `insert into biomass_certificates (account_id, ${newCertificateColumns}) values ($1, ${certificateValues})`,
      `insert into project_plantings (account_id, id, project_id, trees)
       values ($1, ${value.id}, ${value.projectId}, ${value.trees})`,
      `insert into account_volume (account_id, month, pages, trees)
       values ($1, ${value.month}, ${value.pages}, ${value.trees})
       on conflict (account_id, month) do update
       set pages = account_volume.pages + excluded.pages, trees = account_volume.trees + excluded.trees,
      rolled = false`,
      auditInsert(terms.next),
      eventStep('biomass_offset.created', events.offset),
      eventStep('certificate.issued', events.certificate),
      `insert into biomass_offsets (account_id, ${row.names}) values ($1, ${row.parameters})
       returning ${offsetColumns}`,
    ],
  },
);

/**
 * Writes the offset, its certificate and the account's counters: all or nothing. Writes nothing and returns undefined if the
 * account would exceed its limit for unbilled offsets.
 */
export async function insertOffset(
  db: Database,
  account: AccountId,
  offset: NewOffset,
): Promise<BiomassOffset | undefined> {
  return db.first(insert, [
    account,
    ...row.valuesOf(offset),
    ...terms.listsOf(await termsOf(db, [account], [offset])).flat(),
    ...auditValues(offset.actor, offset.createdAt, auditedOffset(offset)),
  ]);
}

/** The audit entry for a new offset. */
export const auditedOffset = (offset: NewOffset) => ({
  actor: offset.actor,
  at: offset.createdAt,
  action: 'biomass_offset.create',
  subjectId: offset.id,
  after: { ...offsetFacts(offset), price: offset.price },
});
