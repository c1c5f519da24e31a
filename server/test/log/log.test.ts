import { readFile, rm, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyProof } from '@regrove/verify';
import { updateLog } from '../../src/features/log/update-log.js';
import { logAuditor, type LogAuditor } from '../support/log-auditor.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let log: LogAuditor;
beforeAll(async () => {
  world = await startWorld();
  log = logAuditor(world.server);
});
afterAll(() => world.stop());

async function troubleAfterKeeping(): Promise<string | null> {
  await keep();
  const [state] = await world.server.sql<{ trouble: string | null }>('select trouble from log_state');
  return state?.trouble ?? null;
}
const keep = (): Promise<void> => updateLog(world.server.running.instance.context);

describe('The transparency log', () => {
  it('tells of a certificate when it is issued, and when it is withdrawn', async () => {
    const { body: offset } = await world.distributor.api.post('/biomass/offsets', { pages: 943 });
    await keep();
    const before = await log.text('/log/checkpoint');
    const issued = (await log.audit()).filter((entry) => 'id' in entry && entry.id === offset.certificate_id);
    expect(issued).toEqual([
      {
        v: 1,
        type: 'certificate.issued',
        id: offset.certificate_id,
        at: expect.stringMatching(/Z$/),
        date: offset.date.slice(0, 10),
        pages: 943,
        trees: expect.stringMatching(/^\d+\.\d{6}$/),
        project: { id: offset.project_id, name: expect.any(String) },
        methodology: expect.any(String),
        account: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
    await world.distributor.api.delete(`/biomass/offsets/${offset.id}`);
    await keep();
    await keep();
    const all = await log.audit(before);
    expect(all.filter((entry) => 'id' in entry && entry.id === offset.certificate_id)).toEqual([
      issued[0],
      { v: 1, type: 'certificate.withdrawn', id: offset.certificate_id, at: expect.any(String) },
    ]);
  });

  it('proves a certificate, with the name that it was issued to', async () => {
    const { body: offset } = await world.distributor.api.post('/biomass/offsets', { pages: 12 });
    const path = `/certificates/${offset.certificate_id}.tlog-proof`;
    await expect(log.text(path)).rejects.toThrow('404');
    await keep();
    const [row] = await world.server.sql<{ entry: Buffer; account_name: string }>(
      `select entry, account_name from biomass_certificates join log_entries on index = log_index where id = $1`,
      [offset.certificate_id],
    );
    const given = { proof: await log.text(path), entry: row?.entry, keys: [await log.key()] };
    expect((await verifyProof({ ...given, name: row?.account_name })).verdict).toBe('proven');
    expect((await verifyProof({ ...given, name: 'Somebody else' })).verdict).toBe('wrong');
  });

  it('signs nothing that contradicts what it has signed before, also after a backup was restored', async () => {
    await keep();
    const { signedTreePath } = world.server.running.instance.context.transparency;
    const signed = await readFile(signedTreePath, 'utf8');
    const [size = '', root, origin] = signed.trim().split(' ');
    await world.distributor.api.post('/biomass/offsets', { pages: 1 });
    // As if more had been signed than the database knows.
    await writeFile(signedTreePath, `${Number(size) + 100} ${root} ${origin}\n`);
    const trouble = await troubleAfterKeeping();
    expect(trouble).toContain('was restored from an older backup');
    // It is logged when it changes, so it must not change with every certificate.
    await world.distributor.api.post('/biomass/offsets', { pages: 2 });
    expect(await troubleAfterKeeping()).toBe(trouble);
    await writeFile(signedTreePath, `${size} ${Buffer.alloc(32, 1).toString('base64')} ${origin}\n`);
    expect(await troubleAfterKeeping()).toContain('are not those that were signed before');
    await writeFile(signedTreePath, signed);
    expect(await troubleAfterKeeping()).toBeNull();
    expect((await log.audit()).length).toBeGreaterThan(Number(size));
    await rm(signedTreePath);
  });
});
