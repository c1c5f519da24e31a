import { tileWidth } from '@regrove/verify';
import type { Transaction } from '../../database/database.js';
import { readTiles, writeTiles, type LogState } from './log-store.js';
import { TileBuilder, type Edge } from './tile-builder.js';

/** Appends leaves to the stored tree. */
export async function appendLeaves(
  db: Transaction,
  size: number,
  leaves: readonly Uint8Array[],
): Promise<LogState> {
  const tree = new TileBuilder(size, await readEdges(db, size));
  const complete = tree.append(leaves);
  await writeTiles(db, [...complete, ...tree.partialTiles()]);
  return { size: tree.size, root: await tree.root() };
}

/** By level. */
async function readEdges(db: Transaction, size: number): Promise<Edge[]> {
  const wanted: { level: number; number: number; width: number }[] = [];
  for (let level = 0, hashes = size; hashes > 0; level++, hashes = Math.floor(hashes / tileWidth))
    wanted.push({ level, number: Math.floor(hashes / tileWidth), width: hashes % tileWidth });
  const found = await readTiles(
    db,
    wanted.filter(({ width }) => width > 0),
  );
  return wanted.map(({ level, number, width }) => {
    const bytes = found.find((tile) => tile.level === level)?.hashes ?? Buffer.alloc(0);
    if (bytes.length < width * 32)
      throw new Error(`Tile ${number} of level ${level} of the log is incomplete`);
    const hashes = Array.from({ length: width }, (_, at) => bytes.subarray(at * 32, at * 32 + 32));
    return { number, hashes };
  });
}
