import { canonicalJson, LogError, parseEntry, type JsonValue } from '@regrove/verify';
import type { Database } from '../../database/database.js';
import type { LoggedRow } from '../../database/log-source.js';
import type { IndexedEntry } from '../../features/log/log-store.js';
import { logSources } from '../../features/log/log-sources.js';
import { formatEntry } from '../../platform/tlog/format.js';
import { FindingCollector, type LedgerFinding } from './ledger-finding.js';

type NamedRow = LoggedRow & { readonly name: string };

/** More rows than entries would be a fault, which one more shows. */
const spare = 100;

interface RowChecks {
  readonly findings: readonly LedgerFinding[];
  /** `entries`: those from `first` to before `end`. */
  readonly compare: (entries: readonly IndexedEntry[], first: number, end: number) => Promise<void>;
  readonly finish: (size: number) => Promise<void>;
}

/** Compares entries with the rows that refer to them. */
export function checkRows(db: Database): RowChecks {
  const told = new FindingCollector(
    'what the tables have in the log is there once, and says the same',
    'a row or an entry was changed outside Regrove. The log cannot be changed back: make the row say again what its entry says ' +
      '(entries are in log_entries), or restore a backup from before the change',
  );
  const nothingElse = new FindingCollector(
    'the log contains nothing that the tables do not have',
    'rows were deleted, or entries were added, outside Regrove: restore a backup from before that',
  );
  const rowsFrom = async (first: number, end: number, limit: number): Promise<NamedRow[]> => {
    const found: NamedRow[] = [];
    for (const { name, logged } of logSources)
      for (const row of await logged(db, first, end, limit)) found.push({ ...row, name });
    return found;
  };
  return {
    findings: [told, nothingElse],
    async compare(entries, first, end) {
      const logged = new Map(entries.map(({ index, entry }) => [index, entry]));
      const claimed = new Map<number, NamedRow>();
      for (const row of await rowsFrom(first, end, end - first + spare)) {
        const called = `${row.name} ${row.id}`;
        const other = claimed.get(row.index);
        const bytes = logged.get(row.index);
        if (other) told.add(`${called} and ${other.name} ${other.id} both are at entry ${row.index}`);
        else if (!bytes) told.add(`${called} should be at entry ${row.index}, which is missing`);
        else if (!isEntryOf(row, bytes))
          told.add(`${called}, entry ${row.index}: ${differences(row, bytes)}`);
        claimed.set(row.index, row);
      }
      for (const { index, entry } of entries)
        if (!claimed.has(index)) nothingElse.add(`entry ${index} (${describe(entry)}) is of no row`);
    },
    async finish(size) {
      const stray = [
        ...(await rowsFrom(Number.MIN_SAFE_INTEGER, 0, spare)),
        ...(await rowsFrom(size, Number.MAX_SAFE_INTEGER, spare)),
      ];
      for (const { name, id, index } of stray)
        told.add(`${name} ${id} should be at entry ${index}, but the log has ${size}`);
    },
  };
}

function isEntryOf(row: LoggedRow, bytes: Buffer): boolean {
  try {
    const logged = row.unknown === undefined ? {} : { [row.unknown]: fieldsOf(bytes)[row.unknown] };
    return bytes.equals(formatEntry({ ...row.entry, ...logged }));
  } catch (error) {
    if (error instanceof LogError) return false;
    throw error;
  }
}

/** Empty if it is not JSON. */
function fieldsOf(bytes: Buffer): Readonly<Record<string, JsonValue>> {
  try {
    return parseEntry(bytes) as unknown as Record<string, JsonValue>;
  } catch {
    return {};
  }
}

function differences({ entry, unknown }: LoggedRow, bytes: Buffer): string {
  const logged = fieldsOf(bytes);
  const row = entry as unknown as Readonly<Record<string, JsonValue>>;
  const fields = [...new Set([...Object.keys(row), ...Object.keys(logged)])]
    .filter((field) => field !== unknown && show(row[field]) !== show(logged[field]))
    .map((field) => `${field} is ${show(row[field])} in the row and ${show(logged[field])} in the log`);
  return fields.length > 0 ? fields.join(', ') : 'the entry is not written as entries are';
}

const show = (value: JsonValue | undefined): string =>
  value === undefined ? 'nothing' : canonicalJson(value);

function describe(bytes: Buffer): string {
  const { type, id } = fieldsOf(bytes);
  if (typeof type !== 'string') return 'not readable';
  return typeof id === 'string' ? `${type} ${id}` : type;
}
