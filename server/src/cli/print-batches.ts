import type { CommandLine } from './command-line.js';

export interface BatchForms<Row> {
  readonly json: boolean;
  readonly toJson: (row: Row) => string;
  /** Of one batch, under headings of its own. */
  readonly toTable: (rows: readonly Row[]) => string;
  /** Said to people when there is nothing. */
  readonly none: string;
}

/** Prints a list batch by batch, since there may be very many: with `json` as one array, otherwise as tables. */
export async function printBatches<Row>(
  line: CommandLine,
  batches: AsyncIterable<readonly Row[]>,
  { json, toJson, toTable, none }: BatchForms<Row>,
): Promise<undefined> {
  let isEmpty = true;
  for await (const batch of batches) {
    await line.write(json ? (isEmpty ? '[' : ',\n') + batch.map(toJson).join(',\n') : `${toTable(batch)}\n`);
    isEmpty = false;
  }
  if (json) await line.write(isEmpty ? '[]\n' : ']\n');
  else if (isEmpty) line.out(none);
}
