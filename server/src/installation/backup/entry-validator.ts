import { Type, type TSchema } from '@sinclair/typebox';
import { compileSchema } from '../../wire/validation.js';
import type { Entry } from './backup-format.js';
import { isDataFile } from './data-files.js';

/** Keys and certificates are a few kilobytes. */
const maxFileBytes = 1_048_576;
/** The most that PostgreSQL accepts in one message. */
const maxRowsBytes = 1_073_741_824;

const kind = (name: Entry['entry'], fields: Record<string, TSchema>) =>
  compileSchema(Type.Object({ entry: Type.Literal(name), ...fields }));

const Name = Type.String({ minLength: 1, maxLength: 255 });
const Names = Type.Array(Name, { uniqueItems: true });
const bytes = (maximum: number) => Type.Integer({ minimum: 0, maximum });

const kinds: Readonly<Record<Entry['entry'], ReturnType<typeof kind>>> = {
  'regrove-backup': kind('regrove-backup', {
    format: Type.Integer(),
    regrove: Name,
    taken_at: Type.String({ format: 'timestamp' }),
    migrations: Names,
  }),
  file: kind('file', { name: Name, bytes: bytes(maxFileBytes) }),
  table: kind('table', { name: Name, columns: Names }),
  rows: kind('rows', { bytes: bytes(maxRowsBytes) }),
  sequence: kind('sequence', { name: Name, last: Type.String({ pattern: '^\\d{1,19}$' }) }),
  end: kind('end', {
    files: Type.Array(Type.String()),
    tables: Type.Record(Type.String(), Type.Integer({ minimum: 0 })),
    sha256: Type.String(),
  }),
};

/**
 * Validates the entries of a backup in order, each before it is used. Checksums only detect damage: a forged file has
 * matching ones.
 */
export class EntryValidator {
  readonly #seen = new Set<string>();
  #hasTable = false;

  /** Throws a RangeError that describes the problem. */
  check(line: Buffer): Entry {
    const entry = JSON.parse(line.toString('utf8')) as unknown;
    if (!isEntry(entry)) throw new RangeError('it has an invalid entry');
    if (entry.entry === 'file' && !isDataFile(entry.name))
      throw new RangeError(`it has an unknown file: ${entry.name}`);
    if (entry.entry === 'rows' && !this.#hasTable) throw new RangeError('it has rows without a table');
    this.#hasTable = entry.entry === 'table' || entry.entry === 'rows';
    if ('name' in entry) this.#once(`${entry.entry} ${entry.name}`);
    return entry;
  }

  #once(what: string): void {
    if (this.#seen.has(what)) throw new RangeError(`it has the same ${what} twice`);
    this.#seen.add(what);
  }
}

function isEntry(value: unknown): value is Entry {
  const named = (value as { entry?: unknown } | null)?.entry;
  return (
    typeof named === 'string' && Object.hasOwn(kinds, named) && kinds[named as Entry['entry']](value) === true
  );
}
