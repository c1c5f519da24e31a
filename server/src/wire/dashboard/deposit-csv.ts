import type { DepositWithJob } from '../../features/deposits/read-deposits.js';
import { inEventLoopTurns } from '../../platform/limits/event-loop-turns.js';
import { csvRow } from '../../platform/text/csv-row.js';
import { presentDeposit } from '../deposit.js';

const columns = ['date', 'pages', 'width', 'length', 'gsm', 'feed_id', 'id'] as const;

/** Columns are named as in the API. An import takes the file back without a change. */
export async function* depositsAsCsv(
  batches: AsyncIterable<readonly DepositWithJob[]>,
): AsyncGenerator<string> {
  yield csvRow([...columns, 'job']);
  for await (const batch of inEventLoopTurns(batches)) {
    const rows = batch.map((row) => {
      const deposit = presentDeposit(row);
      return csvRow([...columns.map((name) => deposit[name]), row.job ?? null]);
    });
    yield rows.join('');
  }
}
