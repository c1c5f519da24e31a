import { lockSql } from '../../database/advisory-lock.js';
import type { Database, Transaction } from '../../database/database.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
import type { Decimal } from '../../platform/decimals.js';
import { auditedFields } from '../audit/audited-fields.js';
import type { Credits } from './carbon-lot-store.js';
import type { CreditRange } from './credit-segments.js';

/** A lot whose credits are allocated, at least in part. */
export interface UsedLot {
  readonly id: string;
  readonly serial: string;
  readonly firstCredit: number;
  readonly lastCredit: number;
  readonly tonnes: number;
  readonly used: Decimal;
  readonly projectName: string;
  /** That of the lot, or else of its project. */
  readonly registry: string;
  readonly vintageStart: string;
}

/** Credits by their numbers in the registry. */
export interface Retirement extends CreditRange {
  readonly lotId: string;
  readonly retiredOn: string;
  readonly registryUrl: string | null;
  /** For whom, as the registry was told. Null: the file did not say. */
  readonly beneficiary: string | null;
  readonly recordedAt: Date;
}

const lotColumns = `carbon_lots.id, serial, first_credit, last_credit, tonnes, used, name as project_name,
    coalesce(carbon_lots.registry, registry_name) as registry, vintage_start`;
const lotTables = 'carbon_lots join carbon_projects on carbon_projects.id = project_id';
const retiredCredits = `(
    select coalesce(sum(carbon_retirements.last_credit - carbon_retirements.first_credit + 1), 0) from carbon_retirements
    where lot_id = carbon_lots.id
  )`;

const selectUsedLots = statement<UsedLot>(`
  select ${lotColumns} from ${lotTables}
  where used > 0 and ($1::boolean is not true or ceil(used) > ${retiredCredits})
  order by name, vintage_start, vintage_end, carbon_lots.created_at, carbon_lots.id`);

/** In the order of `carbon-credits list`. `isPending`: only those with allocated credits that are not retired. */
export const listUsedLots = (db: Database, isPending: boolean): Promise<UsedLot[]> =>
  db.rows(selectUsedLots, [isPending]);

const selectRetiredLots = statement<UsedLot>(`
  select ${lotColumns} from ${lotTables}
  where exists (select from carbon_retirements where lot_id = carbon_lots.id)
  order by name, vintage_start, vintage_end, carbon_lots.created_at, carbon_lots.id`);

/** Lots of which something is retired. */
export const listRetiredLots = (db: Database): Promise<UsedLot[]> => db.rows(selectRetiredLots);

const selectPending = statement<{ credits: Decimal }>(`
  select coalesce(sum(ceil(used) - ${retiredCredits}), 0) as credits from carbon_lots where used > 0`);

/** Whole credits that are allocated, at least in part, and not retired. */
export const countPendingCredits = async (db: Database): Promise<Decimal> =>
  (await db.first(selectPending))?.credits ?? '0';

export interface LotAllocation {
  readonly offsetId: string;
  readonly startsAt: Decimal;
  readonly tonnes: Decimal;
  readonly allocatedAt: Date;
  readonly beneficiary: string;
  /** Whether `beneficiary` is the name of that time. */
  readonly isNameKept: boolean;
}

/** The account's name at that time, as on certificates. Names change later; the registry does not. */
export const allocatedTo = 'coalesce(carbon_allocations.beneficiary, display_name)';

const selectAllocations = crossAccountStatement<LotAllocation>(
  'credits are retired for the offsets of all accounts',
  `
  select offset_id, starts_at, tonnes, carbon_allocations.created_at as allocated_at, ${allocatedTo} as beneficiary,
    carbon_allocations.beneficiary is not null as is_name_kept
  from carbon_allocations join accounts on accounts.id = account_id
  where lot_id = $1 and starts_at > $2::numeric order by starts_at limit $3`,
);

const selectBeneficiaries = crossAccountStatement<{ beneficiary: string }>(
  'a registry publishes the retirements of all accounts',
  `select distinct ${allocatedTo} as beneficiary from carbon_allocations join accounts on accounts.id = account_id`,
);

/** Everybody who has credits. */
export const listBeneficiaries = async (db: Database): Promise<string[]> =>
  (await db.rows(selectBeneficiaries)).map(({ beneficiary }) => beneficiary);

const allocationsAtOnce = 5_000;

/** The allocations of a lot, in the order of its credits. */
export async function* readLotAllocations(
  db: Database,
  { id }: Pick<UsedLot, 'id'>,
): AsyncGenerator<LotAllocation[]> {
  let after: Decimal = '-1';
  for (;;) {
    const batch = await db.rows(selectAllocations, [id, after, allocationsAtOnce]);
    if (batch.length > 0) yield batch;
    const last = batch.at(-1);
    if (!last || batch.length < allocationsAtOnce) return;
    after = last.startsAt;
  }
}

const retirementColumns = `lot_id, carbon_retirements.first_credit as first, carbon_retirements.last_credit as last, retired_on,
    carbon_retirements.registry_url, beneficiary, recorded_at`;

const selectRetirements = statement<Retirement>(`
  select distinct ${retirementColumns}
  from unnest($1::uuid[], $2::bigint[], $3::bigint[]) as wanted (of_lot, first, last)
  join carbon_retirements on lot_id = of_lot and first_credit <= wanted.last and last_credit >= wanted.first
  order by lot_id, first`);

/** What is retired of these credits, by lot and credit. */
export const findRetirements = (
  db: Database,
  wanted: readonly (CreditRange & { readonly lotId: string })[],
): Promise<Retirement[]> =>
  wanted.length === 0
    ? Promise.resolve([])
    : db.rows(selectRetirements, [
        wanted.map(({ lotId }) => lotId),
        wanted.map(({ first }) => first),
        wanted.map(({ last }) => last),
      ]);

/** The same, by lot. */
export async function findRetirementsByLot(
  db: Database,
  wanted: readonly (CreditRange & { readonly lotId: string })[],
): Promise<Map<string, Retirement[]>> {
  const byLot = new Map<string, Retirement[]>();
  for (const retirement of await findRetirements(db, wanted)) {
    const known = byLot.get(retirement.lotId);
    if (known) known.push(retirement);
    else byLot.set(retirement.lotId, [retirement]);
  }
  return byLot;
}

/** A lot that shares credits with what was looked for. */
export type FoundLot = UsedLot & { readonly place: number };

const selectLotsOf = statement<FoundLot>(`
  select place, ${lotColumns}
  from unnest($1::text[], $2::bigint[], $3::bigint[]) with ordinality wanted (series, first, last, place)
  join carbon_lots on carbon_lots.series = wanted.series collate "C" and first_credit <= last and last_credit >= first
  join carbon_projects on carbon_projects.id = project_id
  order by place, first_credit`);

/** The lots that have some of the credits, by their index in the list. */
export async function findLotsOfCredits(
  db: Database,
  credits: readonly Credits[],
): Promise<Map<number, UsedLot[]>> {
  const columns = [
    credits.map(({ series }) => series),
    credits.map(({ first }) => first),
    credits.map(({ last }) => last),
  ];
  const found = new Map<number, UsedLot[]>();
  for (const { place, ...lot } of await db.rows(selectLotsOf, columns)) {
    const known = found.get(place - 1);
    if (known) known.push(lot);
    else found.set(place - 1, [lot]);
  }
  return found;
}

const lock = statement(lockSql(7_265_691));

/** Blocks others that record retirements until the transaction ends, so that credits found not retired stay so. */
export async function lockRetirements(db: Transaction): Promise<void> {
  await db.rows(lock);
}

export interface NewRetirement extends CreditRange {
  readonly id: string;
  readonly lotId: string;
  readonly retiredOn: string;
  readonly registryUrl: string | null;
  readonly beneficiary: string | null;
}

export const retirementFacts = auditedFields('lotId', 'first', 'last', 'retiredOn', 'registryUrl');

const insert = statement(`
  insert into carbon_retirements (id, lot_id, first_credit, last_credit, retired_on, registry_url, beneficiary, recorded_at)
  select id, "lotId", first, last, "retiredOn", "registryUrl", beneficiary, $2::timestamptz
  from jsonb_to_recordset($1::jsonb) as retired (id uuid, "lotId" uuid, first bigint, last bigint, "retiredOn" date,
    "registryUrl" text, beneficiary text)`);

export async function insertRetirements(
  db: Transaction,
  retirements: readonly NewRetirement[],
  recordedAt: Date,
): Promise<void> {
  await db.rows(insert, [JSON.stringify(retirements), recordedAt]);
}
