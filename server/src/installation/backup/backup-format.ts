/**
 * A backup is a gzip file of entries. Each entry is a line of JSON; `bytes` is the number of bytes that follow it: rows
 * in the text format of PostgreSQL's COPY, or the content of a file. The last entry has the totals and the checksum.
 */
export type Entry = StartEntry | FileEntry | TableEntry | RowsEntry | SequenceEntry | EndEntry;

export const formatVersion = 1;

export interface StartEntry {
  readonly entry: 'regrove-backup';
  readonly format: number;
  /** The version of Regrove that wrote the backup. */
  readonly regrove: string;
  readonly taken_at: string;
  readonly migrations: readonly string[];
}

export interface FileEntry {
  readonly entry: 'file';
  readonly name: string;
  readonly bytes: number;
}

/** The table of the rows that follow. */
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
  /** The last value returned by the sequence. */
  readonly last: string;
}

export interface EndEntry {
  readonly entry: 'end';
  readonly files: readonly string[];
  /** Row count per table. */
  readonly tables: Readonly<Record<string, number>>;
  /** Checksum of everything before this line. */
  readonly sha256: string;
}

/** The contents of a backup, after its integrity has been verified. */
export type Manifest = Pick<StartEntry, 'regrove' | 'taken_at' | 'migrations'> &
  Pick<EndEntry, 'files' | 'tables' | 'sha256'>;

const newline = 10;

/** Counts entries, for the writer and the reader. */
export class Tally {
  readonly files: string[] = [];
  // No prototype, because names come from a file.
  readonly tables = Object.create(null) as Record<string, number>;
  #table = '';

  add(entry: Entry, body: Buffer): void {
    if (entry.entry === 'file') this.files.push(entry.name);
    if (entry.entry === 'table') this.tables[(this.#table = entry.name)] = 0;
    if (entry.entry === 'rows') this.tables[this.#table] = (this.tables[this.#table] ?? 0) + countRows(body);
  }
}

/** In COPY's text format, a line feed always ends a row: within a value it is escaped. */
export function countRows(rows: Buffer): number {
  let count = 0;
  for (let at = rows.indexOf(newline); at >= 0; at = rows.indexOf(newline, at + 1)) count++;
  return count;
}
