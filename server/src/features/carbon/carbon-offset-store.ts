import type { AccountId } from '../accounts/account.js';
import type { FindInAccount } from '../accounts/find-in-account.js';
import { auditedFields } from '../audit/audited-fields.js';
import type { NewEvent } from '../events/event-store.js';
import type { EventType } from '../events/event-types.js';
import { addUnbilled, addUnbilledStep } from '../accounts/unbilled-store.js';
import { columnParameters, type ColumnTypes } from '../../database/column-parameters.js';
import type { Database, Transaction } from '../../database/database.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
import { batchedFindById } from '../../database/batched-lookups.js';
import type { NumberedRow } from '../../database/batcher.js';
import type { Decimal } from '../../platform/decimals.js';
import { listStart, pageValues, type PageRequest } from '../../database/paging.js';

export interface CarbonOffset {
  readonly id: string;
  readonly accountId: AccountId;
  readonly orderId: string | null;
  readonly projectId: string;
  readonly projectName: string;
  readonly projectType: string;
  readonly registryName: string;
  readonly date: Date;
  readonly mtco2e: Decimal;
  readonly status: 'processing' | 'fulfilled';
  readonly vintageStartDate: Date | null;
  readonly vintageEndDate: Date | null;
  readonly serialNumbers: readonly string[];
}

const eventFacts = auditedFields(
  'orderId',
  'projectId',
  'projectName',
  'projectType',
  'registryName',
  'date',
  'mtco2e',
  'status',
  'vintageStartDate',
  'vintageEndDate',
  'serialNumbers',
);

export const carbonOffsetEvent = (
  type: Extract<EventType, `carbon_offset.${string}`>,
  offset: CarbonOffset,
): NewEvent => ({ type, subjectId: offset.id, facts: eventFacts(offset) });

const columns = `
  carbon_offsets.id, account_id, order_id, project_id, carbon_projects.name as project_name,
    carbon_projects.type as project_type, registry_name, date, mtco2e, carbon_offsets.status, vintage_start_date,
    vintage_end_date, serial_numbers`;
const from = `
  select ${columns} from carbon_offsets join carbon_projects on carbon_projects.id = project_id`;

const select = statement<CarbonOffset & NumberedRow>(`
  select number::integer, ${columns} from unnest($2::uuid[]) with ordinality as requested (requested_id, number)
    join carbon_offsets on account_id = $1 and carbon_offsets.id = requested_id
    join carbon_projects on carbon_projects.id = project_id`);

export const findCarbonOffset: FindInAccount<CarbonOffset> = batchedFindById('carbon offsets by id', select);

/** In the order of the ids. */
export async function findCarbonOffsets(
  db: Database,
  account: AccountId,
  ids: readonly string[],
): Promise<CarbonOffset[]> {
  const found = ids.length === 0 ? [] : await db.rows(select, [account, ids]);
  return found.toSorted((a, b) => a.number - b.number);
}

const selectOfAccounts = crossAccountStatement<CarbonOffset>(
  'credits go to the offsets of all accounts',
  `${from} join unnest($1::uuid[], $2::uuid[]) as listed (listed_account_id, listed_id)
     on account_id = listed_account_id and carbon_offsets.id = listed_id
   where account_id = any($1::uuid[])`,
);

/** Offsets of several accounts, by their accounts and ids. */
export const findCarbonOffsetsOfAccounts = (
  db: Database,
  keys: readonly { readonly accountId: string; readonly offsetId: string }[],
): Promise<CarbonOffset[]> =>
  db.rows(selectOfAccounts, [keys.map(({ accountId }) => accountId), keys.map(({ offsetId }) => offsetId)]);

const selectPage = statement<CarbonOffset>(`
  ${from} where account_id = $1 and (date, carbon_offsets.id) < ($2, $3)
  order by date desc, carbon_offsets.id desc limit $4`);

export const listCarbonOffsets = (
  db: Database,
  account: AccountId,
  page: PageRequest,
): Promise<CarbonOffset[]> => db.rows(selectPage, [account, ...pageValues(page, listStart.newestFirst)]);

const selectPageOfOrder = statement<CarbonOffset>(`
  ${from} where account_id = $1 and order_id = $2 and (date, carbon_offsets.id) < ($3, $4)
  order by date desc, carbon_offsets.id desc limit $5`);

export const listCarbonOffsetsOfOrder = (
  db: Database,
  account: AccountId,
  orderId: string,
  page: PageRequest,
): Promise<CarbonOffset[]> =>
  db.rows(selectPageOfOrder, [account, orderId, ...pageValues(page, listStart.newestFirst)]);

export interface NewCarbonOffset {
  readonly id: string;
  readonly orderId: string;
  readonly projectId: string;
  readonly methodologyId: string;
  readonly date: Date;
  readonly mtco2e: Decimal;
  readonly price: Decimal;
}

const row = columnParameters(2, {
  id: 'uuid',
  orderId: 'uuid',
  projectId: 'uuid',
  methodologyId: 'uuid',
  date: 'timestamptz',
  mtco2e: 'numeric',
  price: 'numeric',
} satisfies ColumnTypes<keyof NewCarbonOffset>);

const limit = `$${row.next}::numeric`;
const target = `carbon_offsets (account_id, ${row.names}, status)`;

const month = `date_trunc('month', ${row.parameter.date} at time zone 'UTC')::date`;
const addTonnes = (volume: string): string =>
  `on conflict (account_id, month) do update set mtco2e = ${volume}.mtco2e + excluded.mtco2e, rolled = false`;

const insert = statement<{ id: string }>(
  `
  with unbilled as (${addUnbilled(row.parameter.price, limit)}), volume as (
    insert into account_volume (account_id, month, pages, trees, mtco2e)
    select $1, ${month}, 0, 0, ${row.parameter.mtco2e} from unbilled ${addTonnes('account_volume')}
  )
  insert into ${target} select $1, ${row.parameters}, 'processing' from unbilled returning id`,
  {
    distributed: [
      addUnbilledStep(row.parameter.price, limit),
      `insert into account_volume as volume (account_id, month, pages, trees, mtco2e)
       values ($1, ${month}, 0, 0, ${row.parameter.mtco2e}) ${addTonnes('volume')}`,
      `insert into ${target} values ($1, ${row.parameters}, 'processing') returning id`,
    ],
  },
);

/** Writes nothing and returns false if the account would exceed `maxUnbilled`. Null: no limit. */
export async function insertCarbonOffset(
  db: Transaction,
  account: AccountId,
  offset: NewCarbonOffset,
  maxUnbilled: Decimal | null,
): Promise<boolean> {
  return (await db.first(insert, [account, ...row.valuesOf(offset), maxUnbilled])) !== undefined;
}
