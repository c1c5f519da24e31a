import type { Database } from '../../database/database.js';
import { statement } from '../../database/statement.js';
import type { MethodologyOrigin } from '../../messages/methodology-text.js';

/** For statements of other features that join the table: null if nothing was joined. */
export const originColumn = (table: string): string => `
  case when ${table}.id is not null then jsonb_build_object('name', ${table}.name, 'version', ${table}.version,
    'publishedOn', ${table}.published_on, 'source', ${table}.source, 'sourceUrl', ${table}.source_url,
    'uncertainty', ${table}.uncertainty) end`;

const select = statement<{ origin: MethodologyOrigin }>(
  `select ${originColumn('methodologies')} as origin from methodologies where id = $1`,
);

export async function findMethodologyOrigin(db: Database, id: string): Promise<MethodologyOrigin> {
  const found = await db.first(select, [id]);
  if (!found) throw new Error(`Methodology ${id} is gone`);
  return found.origin;
}

const selectCurrent = statement<{ origin: MethodologyOrigin; hasEarlier: boolean }>(`
  select ${originColumn('methodologies')} as origin,
    exists (select from methodologies earlier where not earlier.current and earlier.adopted_at is not null) as has_earlier
  from methodologies where current`);

export interface CurrentOrigin {
  readonly origin: MethodologyOrigin;
  /** Whether older figures may have been calculated by another one. */
  readonly hasEarlier: boolean;
}

export async function currentMethodologyOrigin(db: Database): Promise<CurrentOrigin> {
  const current = await db.first(selectCurrent);
  if (!current) throw new Error('No methodology is current');
  return current;
}
