import { auditedFields } from '../audit/audited-fields.js';
import type { Database, Transaction } from '../../database/database.js';
import { lockReference } from '../../database/reference-lock-store.js';
import { statement } from '../../database/statement.js';
import type { Decimal } from '../../platform/decimals.js';
import type { Methodology } from '../paper/methodology.js';
import type { MethodologyOrigin } from '../../messages/methodology-text.js';
import { standardPageMass, type Sheets } from '../paper/sheets.js';

/** The factors of a methodology, as the operator enters them. */
export interface Factors {
  /** Size of the standard page, in metres. */
  readonly standardWidth: Decimal;
  readonly standardLength: Decimal;
  readonly standardGsm: Decimal;
  readonly pagesPerTree: Decimal;
  readonly emissionFactor: Decimal;
  readonly pricePerPage: Decimal;
}

/** Where the factors come from. */
export type Sources = Omit<MethodologyOrigin, 'name'>;

export interface StoredMethodology extends Methodology, Factors, MethodologyOrigin {
  readonly current: boolean;
  readonly createdAt: Date;
}

export const methodologyFacts = auditedFields(
  'name',
  'standardWidth',
  'standardLength',
  'standardGsm',
  'pagesPerTree',
  'emissionFactor',
  'pricePerPage',
  'source',
  'sourceUrl',
  'version',
  'publishedOn',
  'uncertainty',
);

export const methodologyColumns = `id, ${standardPageMass} as standard_page_mass,
  pages_per_tree, emission_factor, price_per_page`;

const selectCurrent = statement<Methodology>(`select ${methodologyColumns} from methodologies where current`);

/** The methodology that new quotes, orders and offsets use. */
export async function currentMethodology(db: Database): Promise<Methodology> {
  const current = await db.first(selectCurrent);
  if (!current) throw new Error('No methodology is current');
  return current;
}

// The cast returns a number, as for deposits, instead of a string.
const selectSheet = statement<Omit<Sheets, 'quantity'>>(
  'select standard_width as width, standard_length as length, standard_gsm::int as gsm from methodologies where id = $1',
);

/** The standard page of a methodology. */
export async function standardSheet(db: Database, id: string): Promise<Omit<Sheets, 'quantity'>> {
  const sheet = await db.first(selectSheet, [id]);
  if (!sheet) throw new Error(`Methodology ${id} is gone`);
  return sheet;
}

const allColumns = `${methodologyColumns}, name, standard_width, standard_length, standard_gsm,
  source, source_url, version, published_on, uncertainty, current, created_at`;

const selectAll = statement<StoredMethodology>(
  `select ${allColumns} from methodologies order by created_at, id`,
);

export const listMethodologies = (db: Database): Promise<StoredMethodology[]> => db.rows(selectAll);

// Locks all rows, not only the current one: a transaction that waited for a change of the current row would find it no
// longer current, and no other row in its place. Requests read without waiting.
const selectById = `select ${allColumns} from methodologies order by id`;
const lockAll = statement<StoredMethodology>(`${selectById} for no key update`, { distributed: selectById });

/** All methodologies, locked until the transaction ends. */
export async function lockMethodologies(db: Transaction): Promise<StoredMethodology[]> {
  await lockReference(db, 'methodologies');
  return db.rows(lockAll);
}

const insert = statement<StoredMethodology>(`
  insert into methodologies (id, name, standard_width, standard_length, standard_gsm, pages_per_tree, emission_factor,
    price_per_page, source, source_url, version, published_on, uncertainty, current, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, false, $14) returning ${allColumns}`);

export type NewMethodology = Factors & Sources & Pick<StoredMethodology, 'id' | 'name' | 'createdAt'>;

export async function insertMethodology(db: Transaction, given: NewMethodology): Promise<StoredMethodology> {
  const [row] = await db.rows(insert, [
    given.id,
    given.name,
    given.standardWidth,
    given.standardLength,
    given.standardGsm,
    given.pagesPerTree,
    given.emissionFactor,
    given.pricePerPage,
    given.source,
    given.sourceUrl,
    given.version,
    given.publishedOn,
    given.uncertainty,
    given.createdAt,
  ]);
  return row as StoredMethodology;
}

const retire = statement('update methodologies set current = false where current');
const promote = statement(
  'update methodologies set current = true, adopted_at = coalesce(adopted_at, $2) where id = $1',
);

/** Two statements, because two methodologies must never be current at the same time. */
export async function setCurrentMethodology(db: Transaction, id: string, now: Date): Promise<void> {
  await db.rows(retire);
  await db.rows(promote, [id, now]);
}
