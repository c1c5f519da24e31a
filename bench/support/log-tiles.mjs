import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from './rounds.mjs';

/** So many at a time: the tiles of a month-end's 100,000 certificates. */
const tilesOfMonth = 392;
/** Of the 2,000 entries of a transaction. */
const tilesOfBatch = 8;

/**
 * Tiles in the database against tiles as files: reading one, and writing those of a month-end so that they survive a crash. Both are
 * written batch by batch, as the log does it: a transaction each, or files that are synced together, with their folder.
 */
export async function compareWithFiles(pool) {
  const folder = await mkdtemp(join(tmpdir(), 'regrove-tiles-'));
  const { rows: tiles } = await pool.driver.query(
    'select number, hashes from log_tiles where level = 0 limit $1',
    [tilesOfMonth],
  );
  const batches = [];
  for (let at = 0; at < tiles.length; at += tilesOfBatch) batches.push(tiles.slice(at, at + tilesOfBatch));
  const fileOf = ({ number }) => join(folder, String(number));
  const fileWriteMs = await timeOf(async () => {
    for (const batch of batches) await writeSafely(folder, batch, fileOf);
  });
  const writeMs = await pool.withClient(async (client) => {
    await client.query('set role none; create table plain_tiles (like log_tiles including all)');
    const tookMs = await timeOf(async () => {
      for (const batch of batches)
        await client.query('insert into plain_tiles select 0, * from unnest($1::bigint[], $2::bytea[])', [
          batch.map(({ number }) => number),
          batch.map(({ hashes }) => hashes),
        ]);
    });
    await client.query('drop table plain_tiles');
    return tookMs;
  });
  const [reads, fileReads] = [[], []];
  for (const tile of tiles) {
    reads.push(
      await timeOf(() =>
        pool.driver.query('select hashes from log_tiles where level = 0 and number = $1', [tile.number]),
      ),
    );
    fileReads.push(await timeOf(() => readFile(fileOf(tile))));
  }
  await rm(folder, { recursive: true });
  return {
    count: tiles.length,
    batch: tilesOfBatch,
    readMs: median(reads),
    fileReadMs: median(fileReads),
    writeMs,
    fileWriteMs,
  };
}

async function timeOf(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function writeSafely(folder, batch, fileOf) {
  const files = [];
  for (const tile of batch) {
    const file = await open(fileOf(tile), 'w');
    await file.write(tile.hashes);
    files.push(file);
  }
  // At once, so that the file system can do it in one.
  const directory = await open(folder);
  await Promise.all([...files, directory].map((one) => one.sync()));
  await Promise.all([...files, directory].map((one) => one.close()));
}
