import { auditedFields } from '../audit/audited-fields.js';
import { lockSql } from '../../database/advisory-lock.js';
import type { Database, Transaction } from '../../database/database.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
import type { Decimal } from '../../platform/decimals.js';
import { listStart, pageValues, type PageRequest } from '../../database/paging.js';

/** What the registry says about credits. Null: not given. */
export interface LotQualities {
  readonly type: 'removal' | 'avoidance' | null;
  readonly standard: string | null;
  readonly registry: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  /** Whether they have the label of the Core Carbon Principles. */
  readonly ccp: YesNoUnknown;
  /** Whether the country of the project adjusts its balance, so that nobody else counts them. */
  readonly correspondingAdjustment: YesNoUnknown;
  /** The page of the credits or their project. */
  readonly registryUrl: string | null;
}

export type YesNoUnknown = 'yes' | 'no' | 'unknown';

export interface CarbonLot extends LotQualities {
  readonly id: string;
  readonly projectId: string;
  readonly projectName: string;
  readonly registryName: string;
  readonly serial: string;
  /** YYYY-MM-DD */
  readonly vintageStart: string;
  readonly vintageEnd: string;
  readonly tonnes: number;
  readonly used: Decimal;
  readonly createdAt: Date;
}

export const carbonLotFacts = auditedFields(
  'projectId',
  'serial',
  'vintageStart',
  'vintageEnd',
  'tonnes',
  'type',
  'standard',
  'registry',
  'country',
  'ccp',
  'correspondingAdjustment',
  'registryUrl',
);

/** Lots of early versions do not say. */
export const answersSql = `coalesce(ccp, 'unknown') as ccp,
    coalesce(corresponding_adjustment, 'unknown') as corresponding_adjustment`;

const selection = `
  select carbon_lots.id, project_id, name as project_name, registry_name, serial, vintage_start, vintage_end, tonnes, used,
    carbon_lots.created_at, carbon_lots.type, standard, registry, country, ${answersSql}, registry_url
  from carbon_lots join carbon_projects on carbon_projects.id = project_id`;

const selectAll = statement<CarbonLot>(`${selection}
  order by name, vintage_start, vintage_end, carbon_lots.created_at, carbon_lots.id`);

/** Sorted by project, then in the order in which they are used. */
export const listCarbonLots = (db: Database): Promise<CarbonLot[]> => db.rows(selectAll);

const selectPage = statement<CarbonLot>(`${selection}
  where (carbon_lots.created_at, carbon_lots.id) < ($1, $2)
  order by carbon_lots.created_at desc, carbon_lots.id desc limit $3`);

/** Most recently imported first. */
export const newestCarbonLots = (db: Database, page: PageRequest): Promise<CarbonLot[]> =>
  db.rows(selectPage, pageValues(page, listStart.newestFirst));

export interface ProjectInventory {
  readonly projectId: string;
  readonly projectName: string;
  readonly tonnes: Decimal;
  readonly used: Decimal;
  readonly left: Decimal;
  /** Tonnes that its processing offsets still lack. */
  readonly waiting: Decimal;
}

// The lateral subquery is one index lookup per waiting offset. Fulfilled offsets are never read.
const selectInventory = crossAccountStatement<ProjectInventory>(
  'the operator sees how many tonnes the offsets of all accounts still lack',
  `
  select carbon_projects.id as project_id, name as project_name, coalesce(stock.tonnes, 0) as tonnes, coalesce(stock.used, 0) as used,
    coalesce(stock.tonnes - stock.used, 0) as left, coalesce(waiting.tonnes, 0) as waiting
  from carbon_projects
  left join (
    select project_id, sum(tonnes) as tonnes, sum(used) as used from carbon_lots group by project_id
  ) stock on stock.project_id = carbon_projects.id
  left join (
    select project_id, sum(mtco2e - held.tonnes) as tonnes from carbon_offsets
    cross join lateral (
      select coalesce(sum(tonnes), 0) as tonnes from carbon_allocations
      where (carbon_allocations.account_id, offset_id) = (carbon_offsets.account_id, carbon_offsets.id)
    ) held
    where status = 'processing' group by project_id
  ) waiting on waiting.project_id = carbon_projects.id
  order by name`,
);

/** All carbon projects with their credits and the tonnes that their offsets still lack. */
export const listInventory = (db: Database): Promise<ProjectInventory[]> => db.rows(selectInventory);

const lock = statement(lockSql(7_265_690));

/** Blocks other imports until the transaction ends, so that credits found to be free stay free. */
export async function lockImports(db: Transaction): Promise<void> {
  await db.rows(lock);
}

/** A range of credits in a series. */
export interface Credits {
  readonly series: string;
  readonly first: number;
  readonly last: number;
}

const selectTaken = statement<{ place: number; serial: string }>(`
  select distinct on (place) place, serial
  from unnest($1::text[], $2::bigint[], $3::bigint[]) with ordinality wanted (series, first, last, place)
  join carbon_lots on carbon_lots.series = wanted.series collate "C" and first_credit <= last and last_credit >= first
  order by place, first_credit`);

/** For credits that are already in a lot: maps their index in the list to the serial of that lot. */
export async function findCreditsInLots(
  db: Database,
  credits: readonly Credits[],
): Promise<Map<number, string>> {
  const columns = [
    credits.map(({ series }) => series),
    credits.map(({ first }) => first),
    credits.map(({ last }) => last),
  ];
  return new Map((await db.rows(selectTaken, columns)).map(({ place, serial }) => [place - 1, serial]));
}

export interface NewCarbonLot extends Credits, LotQualities {
  readonly id: string;
  readonly projectId: string;
  readonly serial: string;
  readonly vintageStart: string;
  readonly vintageEnd: string;
  readonly tonnes: number;
}

const insert = statement(`
  insert into carbon_lots (id, project_id, serial, series, first_credit, last_credit, vintage_start, vintage_end, tonnes,
    created_at, type, standard, registry, country, ccp, corresponding_adjustment, registry_url)
  select id, "projectId", serial, series, first, last, "vintageStart", "vintageEnd", tonnes, $2::timestamptz, type, standard,
    registry, country, ccp, "correspondingAdjustment", "registryUrl"
  from jsonb_to_recordset($1::jsonb) as lots (id uuid, "projectId" uuid, serial text, series text, first bigint,
    last bigint, "vintageStart" date, "vintageEnd" date, tonnes bigint, type text, standard text, registry text,
    country text, ccp text, "correspondingAdjustment" text, "registryUrl" text)`);

export async function insertCarbonLots(
  db: Transaction,
  lots: readonly NewCarbonLot[],
  createdAt: Date,
): Promise<void> {
  await db.rows(insert, [JSON.stringify(lots), createdAt]);
}
