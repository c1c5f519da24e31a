import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCertificateFile, verifyProof } from '@regrove/verify';
import { updateLog } from '../../src/features/log/update-log.js';
import { fetchPage, issueCertificate } from '../support/public-pages.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

const run = promisify(execFile);

let world: World;
let member: TestAccount;
beforeAll(async () => {
  world = await startWorld();
  member = await world.newAccount();
});
afterAll(() => world.stop());

const keep = (): Promise<void> => updateLog(world.server.running.instance.context);
const get = (url: string, headers: Record<string, string> = {}) => fetchPage(world, url, headers);
const jsonOf = async (url: string) => JSON.parse((await get(`${url}.json`)).text) as { log: unknown };

describe('A certificate', () => {
  it('says that it is being entered, until a checkpoint has it', async () => {
    const { url } = await issueCertificate(member, 120, world.projects.forest);
    const page = await get(`${url}?locale=en`);
    expect(page.text).toContain('Being entered in the transparency log');
    expect(page.headers['cache-control']).toBe('no-cache');
    expect((await jsonOf(url)).log).toBeNull();
    const proof = await get(`${url}.tlog-proof`);
    expect([proof.status, proof.headers['cache-control']]).toEqual([404, 'no-store']);
    await keep();
    const entered = await get(`${url}?locale=en`);
    expect(entered.text).toMatch(/Transparency log [^ ]+\/log, entry \d+, hash( [0-9a-f]{4}){4}</);
    expect(entered.headers['cache-control']).toBe('public, max-age=300');
    expect((await jsonOf(url)).log).toEqual({
      origin: expect.stringMatching(/\/log$/),
      index: expect.any(Number),
      entry: expect.objectContaining({ v: 1, type: 'certificate.issued', pages: 120 }),
      proof_url: `${url}.tlog-proof`,
    });
  });

  it('proves the name as it prints it, whatever it was entered as', async () => {
    const named = await world.newAccount();
    await world.server.sql('update accounts set display_name = $2 where id = $1', [
      named.id,
      'Cafe\u0301  zum\u00a0Baum\u200b',
    ]);
    const { url, pdfUrl } = await issueCertificate(named, 10, world.projects.forest);
    await keep();
    const parts = await readCertificateFile((await get(pdfUrl)).body);
    expect((await get(`${url}?locale=en`)).text).toContain('Café zum Baum');
    const keys = [(await get('/log/key')).text.trim()];
    const { checks } = await verifyProof({ ...parts, keys, name: 'Café zum Baum' });
    expect(checks.name).toEqual({ state: 'shown' });
  });

  it('has its proof and its entry attached to the PDF, where other programs find them', async () => {
    const { url, pdfUrl } = await issueCertificate(member, 77, world.projects.forest);
    expect(await readCertificateFile((await get(pdfUrl)).body)).toEqual({
      proof: undefined,
      entry: undefined,
      type: 'certificate.issued',
    });
    await keep();
    const pdf = (await get(pdfUrl)).body;
    const { proof = Buffer.alloc(0), entry = Buffer.alloc(0) } = await readCertificateFile(pdf);
    const key = (await get('/log/key')).text.trim();
    const result = await verifyProof({ proof, entry, keys: [key] });
    expect(result.verdict).toBe('proven');
    expect(JSON.parse(Buffer.from(entry).toString())).toEqual(
      ((await jsonOf(url)).log as { entry: unknown }).entry,
    );
    const folder = await mkdtemp(join(tmpdir(), 'regrove-attached-'));
    await writeFile(join(folder, 'certificate.pdf'), pdf);
    await run('pdfdetach', ['-saveall', '-o', folder, join(folder, 'certificate.pdf')]);
    expect((await readdir(folder)).toSorted()).toEqual([
      'certificate.pdf',
      'certificate.tlog-proof',
      'entry.json',
    ]);
    expect(await readFile(join(folder, 'certificate.tlog-proof'), 'utf8')).toBe(
      Buffer.from(proof).toString(),
    );
    await rm(folder, { recursive: true });
  });

  it('has no proof once it is withdrawn, which is said as text', async () => {
    const { url, offsetId } = await issueCertificate(member, 5, world.projects.forest);
    await keep();
    await member.api.delete(`/biomass/offsets/${offsetId}`);
    const { status, headers, text } = await get(`${url}.tlog-proof`);
    expect([status, headers['content-type']]).toEqual([410, 'text/plain; charset=utf-8']);
    expect(text).toContain('withdrawn');
  });

  it('keeps the name that the log tells of', async () => {
    const other = await world.newAccount();
    const { url } = await issueCertificate(other, 5, world.projects.forest);
    const before = (await get(`${url}.json`)).text;
    await world.server.sql('update accounts set display_name = $2 where id = $1', [other.id, 'Renamed']);
    expect((await get(`${url}.json`)).text).toBe(before);
  });
});

describe('The page of the log', () => {
  it('tells what is proven and what is not, and the newest entries, in the reader’s language', async () => {
    await keep();
    const { text, headers } = await get('/log?locale=de');
    expect(headers['content-language']).toBe('de');
    expect(text).toContain('Was es nicht beweist');
    expect(text).toContain('Kein unabhängiger Zeuge');
    expect(text).toContain('Zertifikat ausgestellt');
    expect(text).not.toContain('/certificates/0');
  });

  it('has a feed with one checkpoint a day', async () => {
    await keep();
    await world.server.sql(
      `insert into log_checkpoints (size, signed_at, note)
       select 1, signed_at - interval '3 days', 'before <&>' from log_checkpoints`,
    );
    const { text, headers } = await get('/log/checkpoints.atom');
    await world.server.sql('delete from log_checkpoints where size = 1');
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    // Also for the two days on which nothing was entered.
    expect(text.match(/<entry>/g)).toHaveLength(4);
    expect(new Set(text.match(/<id>[^<]*/g)).size).toBe(5);
    expect(text).toContain((await get('/log/checkpoint')).text);
    expect(text).toContain('before &lt;&amp;&gt;');
  });
});
