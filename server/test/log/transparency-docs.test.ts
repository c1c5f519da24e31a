import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateLog } from '../../src/features/log/update-log.js';
import { fetchPage, issueCertificate, type IssuedCertificate } from '../support/public-pages.js';
import { findSystemProgram } from '../support/system-programs.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

const run = promisify(execFile);

/** The commands of the section "By hand". */
async function commands(): Promise<string> {
  const text = await readFile(new URL('../../../docs/transparency.md', import.meta.url), 'utf8');
  const [, script] = /## By hand\n.*?```sh\n(.*?)```/s.exec(text) ?? [];
  if (script === undefined) throw new Error('docs/transparency.md has no commands to verify by hand');
  return script;
}

describe.skipIf(findSystemProgram('pdftotext').missing)('The commands of docs/transparency.md', () => {
  let world: World;
  let member: TestAccount;
  let folder: string;
  const certificates: IssuedCertificate[] = [];
  beforeAll(async () => {
    world = await startWorld();
    member = await world.newAccount();
    await world.server.sql('update accounts set display_name = $2 where id = $1', [
      member.id,
      'Büro & Söhne',
    ]);
    for (const pages of [1, 2, 3, 4, 5, 6])
      certificates.push(await issueCertificate(member, pages, world.projects.forest));
    await updateLog(world.server.running.instance.context);
    folder = await mkdtemp(join(tmpdir(), 'regrove-by-hand-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
    await world.stop();
  });

  async function follow(certificate: IssuedCertificate, altered = ''): Promise<string> {
    await writeFile(join(folder, 'certificate.pdf'), (await fetchPage(world, certificate.pdfUrl)).body);
    await writeFile(join(folder, 'key'), (await fetchPage(world, '/log/key')).body);
    const script = (await commands()).replace('pdfdetach -saveall certificate.pdf', `$&\n${altered}`);
    const { stdout } = await run('bash', ['-c', `${script}\ncat entry.json`], {
      cwd: folder,
      env: { ...process.env, NAME: 'Büro & Söhne' },
    }).catch((error: unknown) => error as { stdout: string });
    return stdout;
  }

  it('prove every certificate of a log', async () => {
    for (const certificate of certificates) {
      const output = await follow(certificate);
      expect(output).toContain('the entry issues a certificate\n');
      expect(output).toContain('the entry is in the tree\nSignature Verified Successfully\n');
      const [, account = ''] = /"account":"([0-9a-f]{64})"/.exec(output) ?? [];
      expect(output.split('\n')).toContain(account);
    }
  });

  it('find an entry that issues no certificate', async () => {
    const [certificate] = certificates;
    if (!certificate) throw new Error('There is no certificate');
    const altered = `sed -i 's/certificate.issued/certificate.withdrawn/' entry.json`;
    expect(await follow(certificate, altered)).not.toContain('issues a certificate');
  });

  it('find an entry that was altered, and a checkpoint', async () => {
    const [certificate] = certificates;
    if (!certificate) throw new Error('There is no certificate');
    expect(await follow(certificate, `sed -i 's/"pages":1/"pages":9/' entry.json`)).not.toContain(
      'in the tree',
    );
    const output = await follow(certificate, `sed -i 's/^7$/8/' certificate.tlog-proof`);
    expect(output).toContain('Signature Verification Failure');
  });
});
