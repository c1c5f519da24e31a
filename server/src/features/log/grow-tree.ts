import { rootOf, tileWidth } from '@regrove/verify';
import type { Transaction } from '../../database/database.js';
import { treeRoot } from '../../platform/tlog/prove.js';
import { hashInTile, tileOf } from '../../platform/tlog/tiles.js';
import { readTiles, writeTiles, type LogState, type Tile } from './log-store.js';

/** The last tile of a level, which is not complete. */
interface Edge {
  number: number;
  hashes: Uint8Array[];
}

/** Appends leaves to the stored tree. */
export async function growTree(
  db: Transaction,
  size: number,
  leaves: readonly Uint8Array[],
): Promise<LogState> {
  const edges = await readEdges(db, size);
  const changed = new Set<number>([0]);
  const complete: Tile[] = [];
  const append = async (level: number, hash: Uint8Array): Promise<void> => {
    const edge = (edges[level] ??= { number: 0, hashes: [] });
    edge.hashes.push(hash);
    changed.add(level);
    if (edge.hashes.length < tileWidth) return;
    complete.push(tileFrom(level, edge));
    const root = await rootOf(edge.hashes);
    edges[level] = { number: edge.number + 1, hashes: [] };
    await append(level + 1, root);
  };
  for (const leaf of leaves) await append(0, leaf);
  const partial = edges.flatMap((edge, level) =>
    changed.has(level) && edge.hashes.length > 0 ? [tileFrom(level, edge)] : [],
  );
  await writeTiles(db, [...complete, ...partial]);
  const grown = size + leaves.length;
  // The complete subtrees at the right end of the tree are in the last tiles.
  const root = await treeRoot(grown, (level, index) => {
    const part = tileOf(level, index);
    return hashInTile(Buffer.concat(edges[part.level]?.hashes ?? []), part);
  });
  return { size: grown, root: Buffer.from(root) };
}

const tileFrom = (level: number, { number, hashes }: Edge): Tile => ({
  level,
  number,
  hashes: Buffer.concat(hashes),
});

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
