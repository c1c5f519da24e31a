import { setImmediate as nextTurn } from 'node:timers/promises';

/** Splits a list into parts of a size; only the last one may be smaller. */
export const batchesOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );

/** Maps a long list in batches, and yields to the event loop between them so that a long list does not block it. */
export async function mapInBatches<Item, Result>(
  items: readonly Item[],
  batchSize: number,
  map: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % batchSize === 0) await nextTurn();
    results.push(map(item, index));
  }
  return results;
}

/** Splits bytes into chunks, and yields to the event loop between them. */
export async function* inChunks(bytes: Buffer, pieceLength: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += pieceLength) {
    if (start > 0) await nextTurn();
    yield bytes.subarray(start, start + pieceLength);
  }
}
