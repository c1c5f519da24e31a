/**
 * A backup is a gzip file of entries. Each is a line of JSON; `bytes` says how many bytes follow it: rows in the text form
 * of PostgreSQL's COPY, or a file's content. The last one says what all others must come to.
 */
export type Entry = StartEntry | FileEntry | TableEntry | RowsEntry | SequenceEntry | EndEntry;

export const formatVersion = 1;

export interface StartEntry {
  readonly entry: 'regrove-backup';
  readonly format: number;
  /** Which version of Regrove has written it. */
  readonly regrove: string;
  readonly taken_at: string;
  readonly migrations: readonly string[];
}

export interface FileEntry {
  readonly entry: 'file';
  readonly name: string;
  readonly bytes: number;
}

/** What rows that follow belong to. */
export interface TableEntry {
  readonly entry: 'table';
  readonly name: string;
  readonly columns: readonly string[];
}

export interface RowsEntry {
  readonly entry: 'rows';
  readonly bytes: number;
}

export interface SequenceEntry {
  readonly entry: 'sequence';
  readonly name: string;
  /** The last number that it gave out. */
  readonly last: string;
}

export interface EndEntry {
  readonly entry: 'end';
  readonly files: readonly string[];
  /** Rows of each. */
  readonly tables: Readonly<Record<string, number>>;
  /** Of everything before this line. */
  readonly sha256: string;
}

/** What is in a backup, once it is known to be whole. */
export type Manifest = Pick<StartEntry, 'regrove' | 'taken_at' | 'migrations'> &
  Pick<EndEntry, 'files' | 'tables' | 'sha256'>;

const newline = 10;

/** What entries come to, for who writes them and for who reads them again. */
export class Tally {
  readonly files: string[] = [];
  // Without a prototype: names come from a file.
  readonly tables = Object.create(null) as Record<string, number>;
  #table = '';

  add(entry: Entry, body: Buffer): void {
    if (entry.entry === 'file') this.files.push(entry.name);
    if (entry.entry === 'table') this.tables[(this.#table = entry.name)] = 0;
    if (entry.entry === 'rows') this.tables[this.#table] = (this.tables[this.#table] ?? 0) + countRows(body);
  }
}

/** In the text form a line feed ends a row, and one within a value is written otherwise. */
function countRows(rows: Buffer): number {
  let count = 0;
  for (let at = rows.indexOf(newline); at >= 0; at = rows.indexOf(newline, at + 1)) count++;
  return count;
}
