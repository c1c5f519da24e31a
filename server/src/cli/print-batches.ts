import type { CommandLine } from './command-line.js';

export interface BatchFormat<Row> {
  readonly json: boolean;
  readonly toJson: (row: Row) => string;
  /** One batch, with its own headings. */
  readonly toTable: (rows: readonly Row[]) => string;
  /** Printed, unless as JSON, if there are no rows. */
  readonly none: string;
}

/** Prints a possibly very long list in batches: with `json` as one array, otherwise as tables. */
export async function printBatches<Row>(
  line: CommandLine,
  batches: AsyncIterable<readonly Row[]>,
  { json, toJson, toTable, none }: BatchFormat<Row>,
): Promise<undefined> {
  let isEmpty = true;
  for await (const batch of batches) {
    await line.write(json ? (isEmpty ? '[' : ',\n') + batch.map(toJson).join(',\n') : `${toTable(batch)}\n`);
    isEmpty = false;
  }
  if (json) await line.write(isEmpty ? '[]\n' : ']\n');
  else if (isEmpty) line.out(none);
}
