import type pg from 'pg';
import { copyIn } from '../../database/copy.js';
import { queueParts } from '../../database/queue-tables-store.js';
import { invalid } from '../../platform/errors.js';
import { countRows, type Entry, type Manifest, type TableEntry } from './backup-format.js';
import { copyInStatement, listTables, setSequence } from './catalog-store.js';
import type { DataFile } from './data-files.js';
import { prepareTablesForLoad } from './load-store.js';
import { readBackup, type ReadParts } from './read-backup.js';

/** Throws if the schema does not have all tables of the backup. */
export async function requireKnownTables(
  client: pg.ClientBase,
  file: string,
  manifest: Pick<Manifest, 'tables'>,
): Promise<void> {
  const known = new Set([...(await listTables(client)), ...queueParts].map(({ name }) => name));
  const strange = Object.keys(manifest.tables).filter((name) => !known.has(name));
  if (strange.length > 0) throw invalid(`${file} has unknown tables: ${strange.join(', ')}`);
}

/** Fills the tables in the caller's transaction; returns the files for the data directory. */
export async function loadParts(
  client: pg.ClientBase,
  file: string,
  manifest: Pick<Manifest, 'sha256'>,
  onRows: (rows: number) => void = () => undefined,
): Promise<DataFile[]> {
  const close = await prepareTablesForLoad(client, await listTables(client));
  const files: DataFile[] = [];
  const parts = new PartCursor(readBackup(file));
  try {
    for (let part = await parts.next(); part; part = await parts.next()) {
      const { entry, body } = part;
      if (entry.entry === 'file') files.push({ name: entry.name, content: body.toString('utf8') });
      if (entry.entry === 'table') await loadTable(client, entry, counted(parts.rows(), onRows));
      if (entry.entry === 'sequence') await setSequence(client, entry);
      if (entry.entry === 'end' && entry.sha256 !== manifest.sha256)
        throw invalid(`${file} was changed while it was read`);
    }
  } finally {
    await parts.leave();
  }
  await close();
  return files;
}

async function* counted(
  bodies: AsyncIterable<Buffer>,
  onRows: (rows: number) => void,
): AsyncGenerator<Buffer, void, undefined> {
  for await (const body of bodies) {
    yield body;
    onRows(countRows(body));
  }
}

async function loadTable(
  client: pg.ClientBase,
  table: TableEntry,
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  const queued = queueParts.find(({ name }) => name === table.name);
  if (!queued) return copyIn(client, copyInStatement(client, table), rows);
  await client.query(queued.prepare);
  await copyIn(client, queued.copyIn, rows);
  await client.query(queued.settle);
}

type ReadPart = { readonly entry: Entry; readonly body: Buffer };

/** Iterates over entries, and over the rows of one table. */
class PartCursor {
  #ahead: ReadPart | undefined;

  constructor(readonly parts: ReadParts) {}

  async next(): Promise<ReadPart | undefined> {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    return ahead ?? ((await this.parts.next()).value as ReadPart | undefined);
  }

  async *rows(): AsyncGenerator<Buffer, void, undefined> {
    let part = await this.next();
    for (; part?.entry.entry === 'rows'; part = await this.next()) yield part.body;
    this.#ahead = part;
  }

  async leave(): Promise<void> {
    await this.parts.return();
  }
}
