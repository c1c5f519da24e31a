import type { Deposit } from '../../features/deposits/deposit-store.js';
import { inOwnTurns } from '../../platform/limits/own-turns.js';
import { csvRow } from '../../platform/text/csv-row.js';
import { presentDeposit } from '../deposit.js';

const columns = ['date', 'pages', 'width', 'length', 'gsm', 'feed_id', 'id'] as const;

/** Columns are named as in the API. */
export async function* depositsAsCsv(batches: AsyncIterable<readonly Deposit[]>): AsyncGenerator<string> {
  yield csvRow(columns);
  for await (const batch of inOwnTurns(batches)) {
    const rows = batch.map(presentDeposit).map((deposit) => csvRow(columns.map((name) => deposit[name])));
    yield rows.join('');
  }
}
