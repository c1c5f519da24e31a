import type { AccountId } from '../accounts/account.js';
import { addUnbilled, addUnbilledStep } from '../accounts/unbilled-store.js';
import { auditInsert, auditSource, auditValues } from '../audit/audit-store.js';
import { eventInsert, ofAccount, type EventSource } from '../events/event-store.js';
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
} as const satisfies ColumnTypes<keyof Omit<NewOffset, 'quoteId' | 'orderId' | 'maxUnbilled' | 'actor'>>;

/** What else the insert needs: the month whose volume it adds to, the limit, and the id of the certificate's event. */
export const newOffsetTerms = { month: 'date', maxUnbilled: 'numeric', certificateEventId: 'uuid' } as const;

export const termsOf = (offset: NewOffset): Readonly<Record<keyof typeof newOffsetTerms, string | null>> => ({
  month: isoDay(startOfMonth(offset.date)),
  maxUnbilled: offset.maxUnbilled,
  certificateEventId: idAt(offset.createdAt),
});

/**
 * The events of a new offset: its own, from its audit entry, and that of its certificate, which has the same facts. `certificate` has the
 * columns or values of the certificate.
 */
export const offsetEvents = (
  entry: EventSource,
  certificate: { readonly id: string; readonly eventId: string },
  from: string,
): [offset: string, certificate: string] => [
  eventInsert('biomass_offset.created', entry, from),
  eventInsert('certificate.issued', { ...entry, id: certificate.eventId, subject: certificate.id }, from),
];

const row = columnParameters(2, { ...newOffsetColumns, quoteId: 'uuid', orderId: 'uuid' });
const terms = columnParameters(row.next, newOffsetTerms);
const value = { ...row.parameter, ...terms.parameter };
const eventsFrom = (from: string) =>
  offsetEvents(
    auditSource(terms.next, 'after'),
    { id: value.certificateId, eventId: value.certificateEventId },
    from,
  );
const [offsetEvent, certificateEvent] = eventsFrom('from unbilled');

// Writes everything that an offset involves in one round trip: the certificate, the volume of the month, and the trees to be
// added to the project's total later. Two offsets only share rows of their account: the month's volume and the unbilled amount.
const insert = statement<BiomassOffset>(
  `
  with unbilled as (${addUnbilled(value.price, value.maxUnbilled)}
  ), certificate as (
    insert into biomass_certificates (account_id, id, project_id, date, pages, trees)
    select $1, ${value.certificateId}, ${value.projectId}, ${value.date}, ${value.pages}, ${value.trees} from unbilled
  ), planting as (
    insert into project_plantings (account_id, id, project_id, trees)
    select $1, ${value.id}, ${value.projectId}, ${value.trees} from unbilled
  ), volume as (
    insert into account_volume (account_id, month, pages, trees)
    select $1, ${value.month}, ${value.pages}, ${value.trees} from unbilled
    on conflict (account_id, month) do update
    set pages = account_volume.pages + excluded.pages, trees = account_volume.trees + excluded.trees,
      rolled = false
  ), audited as (${auditInsert(terms.next, 'unbilled')}
  ), offset_event as (${offsetEvent}
  ), certificate_event as (${certificateEvent})
  insert into biomass_offsets (account_id, ${row.names}) select $1, ${row.parameters} from unbilled
  returning ${offsetColumns}`,
  {
    distributed: [
      addUnbilledStep(value.price, value.maxUnbilled),
      `insert into biomass_certificates (account_id, id, project_id, date, pages, trees)
       values ($1, ${value.certificateId}, ${value.projectId}, ${value.date}, ${value.pages}, ${value.trees})`,
      `insert into project_plantings (account_id, id, project_id, trees)
       values ($1, ${value.id}, ${value.projectId}, ${value.trees})`,
      `insert into account_volume (account_id, month, pages, trees)
       values ($1, ${value.month}, ${value.pages}, ${value.trees})
       on conflict (account_id, month) do update
       set pages = account_volume.pages + excluded.pages, trees = account_volume.trees + excluded.trees,
      rolled = false`,
      auditInsert(terms.next),
      ...eventsFrom(ofAccount),
      `insert into biomass_offsets (account_id, ${row.names}) values ($1, ${row.parameters})
       returning ${offsetColumns}`,
    ],
  },
);

/**
 * Writes the offset, its certificate and the account's counters: all or nothing. Writes nothing and returns undefined if the
 * account would exceed its limit for unbilled offsets.
 */
export function insertOffset(
  db: Database,
  account: AccountId,
  offset: NewOffset,
): Promise<BiomassOffset | undefined> {
  return db.first(insert, [
    account,
    ...row.valuesOf(offset),
    ...terms.valuesOf(termsOf(offset)),
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
