import type { CliEnvironment } from './command-line.js';

export interface BatchFormat<Row> {
  readonly json: boolean;
  readonly toJson: (row: Row) => string;
  /** With a first line of headings. */
  readonly toTable: (rows: readonly Row[]) => string;
  /** Printed, unless as JSON, if there are no rows. */
  readonly none: string;
}

/** What is aligned. Lists may be too long to be read as a whole, and batches too short for columns that look like columns. */
const rowsOfTable = 1000;

/** Prints a possibly very long list in batches: with `json` as one array, otherwise as a table. */
export async function printBatches<Row>(
  line: CliEnvironment,
  batches: AsyncIterable<readonly Row[]>,
  { json, toJson, toTable, none }: BatchFormat<Row>,
): Promise<undefined> {
  let isEmpty = true;
  for await (const batch of json ? batches : joined(batches, rowsOfTable)) {
    await line.write(
      json
        ? (isEmpty ? '[' : ',\n') + batch.map(toJson).join(',\n')
        : `${isEmpty ? toTable(batch) : withoutHeadings(toTable(batch))}\n`,
    );
    isEmpty = false;
  }
  if (json) await line.write(isEmpty ? '[]\n' : ']\n');
  else if (isEmpty) line.out(none);
}

const withoutHeadings = (text: string): string => text.slice(text.indexOf('\n') + 1);

/** Batches of at least `size` rows, except for the last. */
async function* joined<Row>(
  batches: AsyncIterable<readonly Row[]>,
  size: number,
): AsyncGenerator<readonly Row[]> {
  let rows: Row[] = [];
  for await (const batch of batches) {
    rows = [...rows, ...batch];
    if (rows.length < size) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}
