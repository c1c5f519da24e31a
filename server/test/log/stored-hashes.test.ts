import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyConsistency, verifyInclusion } from '@regrove/verify';
import { rootOf, someLeaves } from '../../../verify/test/support/reference.js';
import { writeTiles } from '../../src/features/log/log-store.js';
import { storedHashes } from '../../src/features/log/stored-hashes.js';
import { TileBuilder } from '../../src/features/log/tile-builder.js';
import type { Database } from '../../src/database/database.js';
import { proveConsistency, proveInclusion, treeRoot } from '../../src/platform/tlog/prove.js';
import { startWorld, type World } from '../support/world.js';

/** So many that there are tiles of three levels. */
const leaves = someLeaves(66_000);

/** Near the places where tiles and levels begin. */
const sizes = [1, 2, 255, 256, 257, 4_711, 65_280, 65_535, 65_536, 65_537, 65_792, leaves.length];
const roots = new Map(sizes.map((size) => [size, rootOf(leaves.slice(0, size))]));
const rootAt = (size: number): Uint8Array => roots.get(size) ?? new Uint8Array();

describe('The tiles that are read for a proof', () => {
  let world: World;
  let db: Database;
  beforeAll(async () => {
    world = await startWorld();
    ({ db } = world.server.running.instance.context);
    const tree = new TileBuilder();
    const tiles = [...tree.append(leaves), ...tree.partialTiles()];
    await db.transaction((tx) => writeTiles(tx, tiles));
  });
  afterAll(() => world.stop());

  it('are enough for the root, and for a proof of an entry or from an older tree', async () => {
    for (const size of sizes) {
      const root = rootAt(size);
      expect(new Uint8Array(await treeRoot(size, await storedHashes(db, size)))).toEqual(root);
      for (const older of sizes.filter((one) => one <= size)) {
        const index = older - 1;
        const inclusion = await proveInclusion(index, size, await storedHashes(db, size, index));
        await verifyInclusion(leaves[index] as Uint8Array, index, size, inclusion, root);
        const consistency = await proveConsistency(older, size, await storedHashes(db, size, older));
        await verifyConsistency(older, rootAt(older), size, root, consistency);
      }
    }
  });
});
