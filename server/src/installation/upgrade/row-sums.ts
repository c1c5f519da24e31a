import { hash } from 'node:crypto';
import type { Entry } from '../backup/backup-format.js';

/** What a table contains, enough to compare two tables. */
export interface TableSum {
  readonly columns: readonly string[];
  rows: number;
  /** The sum of the hashes of all rows, whose order differs between databases. */
  sum: bigint;
}

const newline = 10;

/** Adds up the rows of tables, from the parts of a backup. */
export class RowSums {
  readonly tables = new Map<string, TableSum>();
  /** Of all tables. */
  rows = 0;
  #table: TableSum | undefined;
  /** The beginning of a row whose end is in the next part. */
  #rest: Buffer = Buffer.alloc(0);

  add(entry: Entry, body: Buffer): void {
    if (entry.entry === 'table') {
      this.#table = { columns: entry.columns, rows: 0, sum: 0n };
      this.tables.set(entry.name, this.#table);
    }
    if (entry.entry === 'rows' && this.#table) this.#addRows(this.#table, body);
  }

  #addRows(table: TableSum, body: Buffer): void {
    const rows = this.#rest.length === 0 ? body : Buffer.concat([this.#rest, body]);
    let start = 0;
    for (let end = rows.indexOf(newline); end >= 0; end = rows.indexOf(newline, start)) {
      const digest = hash('sha256', rows.subarray(start, end), 'buffer');
      table.rows++;
      this.rows++;
      table.sum = BigInt.asUintN(64, table.sum + digest.readBigUInt64BE());
      start = end + 1;
    }
    this.#rest = rows.subarray(start);
  }
}
