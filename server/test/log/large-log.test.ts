import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashLeaf } from '@regrove/verify';
import { rootOf } from '../../../verify/test/support/reference.js';
import { updateLog } from '../../src/features/log/update-log.js';
import { appendEntries, setLogState, writeTiles } from '../../src/features/log/log-store.js';
import { storedHashes } from '../../src/features/log/stored-hashes.js';
import { TileBuilder } from '../../src/features/log/tile-builder.js';
import { treeRoot } from '../../src/platform/tlog/prove.js';
import { knownLog } from '../../src/installation/ledger/known-log.js';
import { ledgerFindings } from '../support/ledger.js';
import type { Context } from '../../src/database/context.js';
import { TableSnapshot, runUnchecked } from '../support/table-snapshot.js';
import { logAuditor } from '../support/log-auditor.js';
import { startWorld, type World } from '../support/world.js';

/** So many that there are tiles of three levels, the last of them incomplete. */
const size = 66_000;
const name = 'trees.example/log';

let world: World;
let context: Context;
let kept: TableSnapshot;
let leaves: Uint8Array[];
beforeAll(async () => {
  world = await startWorld({ REGROVE_LOG_ORIGIN: name });
  ({ context } = world.server.running.instance);
  // Entries of no rows.
  const entries = Array.from({ length: size }, (_, id) =>
    Buffer.from(`{"at":"2026-01-01T00:00:00.000Z","id":"${id}","type":"certificate.withdrawn","v":1}`),
  );
  leaves = await Promise.all(entries.map(hashLeaf));
  const tree = new TileBuilder();
  const tiles = [...tree.append(leaves), ...tree.partialTiles()];
  await context.db.transaction(async (tx) => {
    for (let first = 0; first < size; first += 10_000)
      await appendEntries(tx, first, entries.slice(first, first + 10_000));
    await writeTiles(tx, tiles);
    await setLogState(tx, { size, root: await tree.root() });
  });
  await updateLog(context);
  kept = await TableSnapshot.take(world.server, ['log_checkpoints', 'log_state', 'log_tiles']);
}, 300_000);
afterAll(() => world.stop());

const trouble = async (): Promise<string | null | undefined> =>
  (await world.server.sql<{ trouble: string | null }>('select trouble from log_state'))[0]?.trouble;

/** What the ledger check says about tiles and roots. */
async function findings(): Promise<string[]> {
  const found = await ledgerFindings(world.server, 'public', await knownLog(context));
  return found.filter((one) => /tiles|root|tree/.test(one.name)).flatMap(({ violations }) => violations);
}

const flip = (level: number, number: number, at: number): string =>
  `update log_tiles set hashes = set_byte(hashes, ${at}, get_byte(hashes, ${at}) # 1) where (level, number) = (${level}, ${number})`;

describe('A log with tiles of three levels', () => {
  it('is sound as it was signed', async () => {
    expect(await trouble()).toBeNull();
    expect(await findings()).toEqual([]);
  });

  it.each([
    [0, 257],
    [1, 0],
    [1, 1],
    [2, 0],
  ])('is found to be altered: tile %i/%i', async (level, number) => {
    await runUnchecked(world.server, flip(level, number, 3));
    expect(await findings()).toEqual([`tile ${level}/${number} has other hashes`]);
    await expect(logAuditor(world.server).audit()).rejects.toThrow(
      `Tile ${level}/${number} has other hashes`,
    );
    await runUnchecked(world.server, flip(level, number, 3));
  });

  it('is not signed if it continues what was signed in some of its tiles only', async () => {
    // Tile 0/256 was not complete when it was signed. Its hashes stay, and their hash above it is another one.
    const { signedTreePath } = context.transparency;
    const signed = await readFile(signedTreePath, 'utf8');
    const root = Buffer.from(rootOf(leaves.slice(0, 65_700))).toString('base64');
    const [, , origin] = signed.trim().split(' ');
    await writeFile(signedTreePath, `65700 ${root} ${origin}\n`);
    await runUnchecked(world.server, 'delete from log_checkpoints', flip(1, 1, 3));
    // With the methodology, which was entered after the others.
    const all = size + 1;
    const forged = await treeRoot(all, await storedHashes(context.db, all));
    await world.server.sql('update log_state set root = $1 where size = $2', [forged, all]);
    await updateLog(context);
    expect(await trouble()).toContain('are not those that were signed before');
    await writeFile(signedTreePath, signed);
    await kept.restore();
    await updateLog(context);
    expect(await trouble()).toBeNull();
  });
});
