import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from './rounds.mjs';

/** So many at a time: the tiles of a month-end's 100,000 certificates. */
const tilesOfMonth = 392;

/** Tiles in the database against tiles as files: reading one, and writing those of a month-end so that they survive a crash. */
export async function compareWithFiles(pool) {
  const folder = await mkdtemp(join(tmpdir(), 'regrove-tiles-'));
  const { rows: tiles } = await pool.driver.query(
    'select number, hashes from log_tiles where level = 0 limit $1',
    [tilesOfMonth],
  );
  const fileOf = ({ number }) => join(folder, String(number));
  const fileWriteMs = await timeOf(async () => {
    for (const tile of tiles) await writeSafely(fileOf(tile), tile.hashes);
  });
  const writeMs = await pool.withClient(async (client) => {
    await client.query('set role none; create table plain_tiles (like log_tiles including all)');
    const tookMs = await timeOf(() =>
      client.query('insert into plain_tiles select 0, * from unnest($1::bigint[], $2::bytea[])', [
        tiles.map(({ number }) => number),
        tiles.map(({ hashes }) => hashes),
      ]),
    );
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
  return { count: tiles.length, readMs: median(reads), fileReadMs: median(fileReads), writeMs, fileWriteMs };
}

async function timeOf(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function writeSafely(path, bytes) {
  const file = await open(path, 'w');
  await file.write(bytes);
  await file.sync();
  await file.close();
}
