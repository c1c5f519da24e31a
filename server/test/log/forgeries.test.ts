import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatVerifierKey, hashLeaf, parseEntry } from '@regrove/verify';
import { signerOf } from '../../../verify/test/support/keys.js';
import { storedHashes } from '../../src/features/log/stored-hashes.js';
import { TileBuilder } from '../../src/features/log/tile-builder.js';
import { formatCheckpoint, formatEntry } from '../../src/platform/tlog/format.js';
import { treeRoot } from '../../src/platform/tlog/prove.js';
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

  /** A note of the attacker about this tree. */
  async function forge(root: Uint8Array, extensions: string[] = []): Promise<{ note: string; key: string }> {
    const own = await log.world.server.running.instance.context.transparency.signer();
    const { name } = own.key;
    const forger = await signerOf(name, 1);
    const text = formatCheckpoint({ origin: name, size: log.size, root, extensions });
    return { note: formatNote(text, await signNote(text, forger)), key: formatVerifierKey(forger.key) };
  }
  const replaceBy = (note: string): Promise<unknown> =>
    log.world.server.sql('update log_checkpoints set note = $1 where size = $2', [note, log.size]);
  const list = (key: string, note: string): Promise<unknown> =>
    log.world.server.sql('insert into log_keys values ($1, $2, now(), $3, $3)', [key, note, log.size]);
  const storedRoot = async (): Promise<Uint8Array> =>
    treeRoot(log.size, await storedHashes(log.world.server.running.instance.context.db, log.size));

  /** Nothing is signed, and somebody is told why. */
  async function expectRefused(reason: string): Promise<void> {
    const signed = await log.signed();
    const notes = await log.world.server.sql('select size, note from log_checkpoints order by size');
    await log.keep();
    expect(await trouble()).toContain(reason);
    expect(await log.world.server.sql('select size, note from log_checkpoints order by size')).toEqual(notes);
    expect(await log.signed()).toBe(signed);
    await log.restore();
    await log.keep();
    expect(await trouble()).toBeNull();
    await log.expectIntact();
  }

  it.each([
    ['by an unknown key', false],
    ['by a key that was put into the list, too', true],
  ])('is not signed: %s', async (_, isListed) => {
    const { note, key } = await forge(Buffer.alloc(32, 7));
    await replaceBy(note);
    if (isListed) await list(key, note);
    await expectRefused('is not the one that was signed');
  });

  it('is not signed, although it is about the stored tiles, which were altered', async () => {
    await log.run(
      `update log_tiles set hashes = set_byte(hashes, length(hashes) - 1, get_byte(hashes, length(hashes) - 1) # 1)
       where (level, number) = (0, ${Math.floor(log.size / 256)})`,
    );
    const { note, key } = await forge(await storedRoot());
    await replaceBy(note);
    await list(key, note);
    await expectRefused('are not the hashes');
    // Nor if the state of the log was altered as well.
    await log.run(
      `update log_tiles set hashes = set_byte(hashes, length(hashes) - 1, get_byte(hashes, length(hashes) - 1) # 1)
       where (level, number) = (0, ${Math.floor(log.size / 256)})`,
    );
    const root = await storedRoot();
    await log.world.server.sql('update log_state set root = $1', [root]);
    await replaceBy((await forge(root)).note);
    await list(key, note);
    await expectRefused('are not those that were signed before');
  });

  it('is not signed with lines that a checkpoint of this log does not have', async () => {
    const { note, key } = await forge(await storedRoot(), ['paid']);
    await replaceBy(note);
    await list(key, note);
    await expectRefused('is not the one that was signed');
  });

  it.each([
    ['with the same root', ''],
    ['with a root of what is in no entry', ', root = sha256(root)'],
  ])('does not make it sign a tree that there is not: one entry more %s', async (_, root) => {
    await log.run(`update log_state set size = size + 1${root}`);
    await expectRefused('A tile of the log is incomplete');
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
    expect(await log.auditByCommand()).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The log is not as it was signed: .* entries with another root/),
    });
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
