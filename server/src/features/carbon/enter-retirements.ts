import type { CreditsRetired } from '@regrove/verify';
import { statement } from '../../database/statement.js';
import { decimal } from '../../platform/decimals.js';
import { formatTimestamp } from '../../platform/time/timestamps.js';
import type { LogSource } from '../../database/log-source.js';
import { serialOf } from './serial-range.js';

interface EnteredRetirement {
  readonly id: string;
  readonly serial: string;
  /** Of the lot. */
  readonly tonnes: number;
  readonly firstCredit: number;
  readonly lastCredit: number;
  readonly retiredOn: string;
  readonly registryUrl: string | null;
  readonly recordedAt: Date;
}

const retirements = `
  select carbon_retirements.id, serial, tonnes, carbon_retirements.first_credit, carbon_retirements.last_credit, retired_on,
    carbon_retirements.registry_url, recorded_at, carbon_retirements.log_index as index
  from carbon_retirements join carbon_lots on carbon_lots.id = lot_id`;

const select = statement<EnteredRetirement>(`${retirements}
  where carbon_retirements.log_index is null order by recorded_at, carbon_retirements.id limit $1`);

const mark = statement(`
  update carbon_retirements set log_index = one.index
  from unnest($1::uuid[], $2::bigint[]) as one (of_id, index) where id = of_id`);

const selectEntered = statement<EnteredRetirement & { index: number }>(`${retirements}
  where carbon_retirements.log_index >= $1 and carbon_retirements.log_index < $2
  order by carbon_retirements.log_index limit $3`);

const selectMissing = statement<{ id: string }>(`
  select id from carbon_retirements where log_index is null and recorded_at < $1 order by recorded_at, id limit $2`);

/** Without names: whose credits they are, the log tells by the offset, where they were allocated. */
export const retiredCredits: LogSource = {
  name: 'retirement',
  async take(db, first, limit) {
    const made = await db.rows(select, [limit]);
    if (made.length > 0)
      await db.rows(mark, [made.map(({ id }) => id), made.map((_, number) => first + number)]);
    return made.map(retiredEntry);
  },
  entered: async (db, first, end, limit) =>
    (await db.rows(selectEntered, [first, end, limit])).map((row) => ({
      index: row.index,
      id: row.id,
      entry: retiredEntry(row),
    })),
  missing: async (db, before, limit) => (await db.rows(selectMissing, [before, limit])).map(({ id }) => id),
};

function retiredEntry(retirement: EnteredRetirement): CreditsRetired {
  const { id, firstCredit: first, lastCredit: last, retiredOn, registryUrl, recordedAt } = retirement;
  return {
    v: 1,
    type: 'credits.retired',
    id,
    at: formatTimestamp(recordedAt),
    serial: serialOf(retirement, first, last),
    tonnes: decimal(last - first + 1).toFixed(6),
    retired_on: retiredOn,
    registry_url: registryUrl,
  };
}
