import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatVerifierKey, hashLeaf, parseEntry } from '@regrove/verify';
import { signerOf } from '../../../verify/test/support/keys.js';
import { TileBuilder } from '../../src/features/log/tile-builder.js';
import { formatCheckpoint, formatEntry } from '../../src/platform/tlog/format.js';
import { formatNote, signNote } from '../../src/platform/tlog/sign.js';
import { AlterableLog } from '../support/alterable-log.js';
import type { World } from '../support/world.js';

let log: AlterableLog;
beforeAll(async () => {
  log = await AlterableLog.open();
}, 120_000);
afterAll(() => log.world.stop());

describe('A checkpoint that somebody else has written into the database', () => {
  const trouble = async (): Promise<string | null | undefined> =>
    (await log.world.server.sql<{ trouble: string | null }>('select trouble from log_state'))[0]?.trouble;

  it.each([
    ['by an unknown key', false, 'No known key has signed it'],
    ['by a key that was put into the list, too', true, 'is not about the entries of the log'],
  ])('is not signed: %s', async (_, isListed, reason) => {
    const own = await log.world.server.running.instance.context.transparency.signer();
    const { name } = own.key;
    const forger = await signerOf(name, 1);
    const text = formatCheckpoint({ origin: name, size: log.size, root: Buffer.alloc(32, 7) });
    const note = formatNote(text, await signNote(text, forger));
    await log.world.server.sql('update log_checkpoints set note = $1 where size = $2', [note, log.size]);
    const forged = formatVerifierKey(forger.key);
    if (isListed)
      await log.world.server.sql('insert into log_keys values ($1, $2, now(), $3, $3)', [
        forged,
        note,
        log.size,
      ]);
    await log.keep();
    expect(await trouble()).toContain(reason);
    const [row] = await log.world.server.sql('select note from log_checkpoints where size = $1', [log.size]);
    expect(row).toEqual({ note });
    await log.world.server.sql('delete from log_keys where key = $1', [forged]);
    await log.restore();
    await log.keep();
    expect(await trouble()).toBeNull();
    await log.expectIntact();
  });
});

describe('A past that was rewritten completely, and signed again', () => {
  /** Everything that the installation could do to hide it, but for the file of what was signed. */
  async function rewrite(): Promise<void> {
    const sql: World['server']['sql'] = (text, values) => log.world.server.sql(text, values);
    const entries = await sql<{ index: string; entry: Buffer }>(
      'select index, entry from log_entries order by index',
    );
    const tree = new TileBuilder();
    const tiles = [];
    for (const { index, entry } of entries) {
      const told = parseEntry(entry);
      const isAltered = 'id' in told && told.id === log.valid;
      const bytes = isAltered ? Buffer.from(formatEntry({ ...told, pages: 1_000_000 } as never)) : entry;
      if (isAltered) await sql('update log_entries set entry = $2 where index = $1', [index, bytes]);
      tiles.push(...tree.append([await hashLeaf(bytes)]));
    }
    for (const { level, number, hashes } of [...tiles, ...tree.partialTiles()])
      await sql('update log_tiles set hashes = $3 where level = $1 and number = $2', [level, number, hashes]);
    const root = await tree.root();
    await sql('update log_state set root = $1', [root]);
    const signer = await log.world.server.running.instance.context.transparency.signer();
    const text = formatCheckpoint({ origin: signer.key.name, size: log.size, root });
    await sql('update log_checkpoints set note = $1', [formatNote(text, await signNote(text, signer))]);
  }

  it('is found by who has seen an earlier checkpoint, by the rows, and by what was signed', async () => {
    await rewrite();
    // Whoever looks for the first time cannot know.
    expect(await log.auditor.audit()).toHaveLength(log.size);
    await expect(log.auditor.audit(log.seen)).rejects.toThrow('entries with another root');
    const { code, failures } = await log.doctor();
    expect(code).toBe(1);
    expect(failures.join('\n')).toMatch(/pages is .* in the row and .* in the log/);
    expect(failures.join('\n')).toMatch(/entries were signed with another root \(the file log-signed\)/);

    await log.run(`update biomass_certificates set pages = 1000000 where id = '${log.valid}'`);
    const again = await log.doctor();
    expect(again.code).toBe(1);
    expect(again.failures.join('\n')).toMatch(/\(the file log-signed\)/);
    await log.world.distributor.api.post('/biomass/offsets', { pages: 6 });
    await log.keep();
    const [state] = await log.world.server.sql<{ trouble: string }>('select trouble from log_state');
    expect(state?.trouble).toContain('are not those that were signed before');
    expect((await log.doctor()).failures.join('\n')).toMatch(
      /not signed since .*are not those that were signed before/,
    );
  });
});
