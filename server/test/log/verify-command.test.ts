import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountHash, formatVerifierKey, parseNote } from '@regrove/verify';
import { issued, makeLog, origin, proofOf, someEntries } from '../../../verify/test/support/example-log.js';
import { firstSeed, signerOf } from '../../../verify/test/support/keys.js';
import { CollectedDocument } from '../../src/http/pages/pdf/collected-document.js';
import { formatEntry } from '../../src/platform/tlog/format.js';
import { cosign } from '../../src/platform/tlog/sign.js';
import { runInProcess } from '../support/command-line.js';
import type { ProcessResult } from '../support/regrove-process.js';

const name = 'Muster & Söhne';
const index = 321;
const salt = Buffer.alloc(32, 9);

let folder: string;
let key: string;
let witness: string;
let proof: string;
let entry: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'regrove-verify-'));
  const signer = await signerOf(origin, 1);
  const cosigner = await signerOf('witness.example.com/w1', 4, 3);
  key = formatVerifierKey(signer.key);
  witness = formatVerifierKey(cosigner.key);
  const entries = someEntries(500);
  entry = formatEntry({ ...issued(index), account: await accountHash(salt, name) });
  entries[index] = entry;
  const log = await makeLog(entries, signer);
  proof = proofOf(log, index, salt) + (await cosign(parseNote(log.checkpoint).text, cosigner, 1_790_000_000));
});
afterAll(() => rm(folder, { recursive: true }));

const fileOf = async (file: string, content: string | Uint8Array): Promise<string> => {
  await writeFile(join(folder, file), content);
  return join(folder, file);
};

async function pdfOf(file: string, attached: { proof?: string; entry?: string | Buffer }): Promise<string> {
  const document = new CollectedDocument();
  document.text('943 pages');
  if (attached.proof !== undefined)
    document.file(Buffer.from(attached.proof), { name: 'certificate.tlog-proof' });
  if (attached.entry !== undefined) document.file(Buffer.from(attached.entry), { name: 'entry.json' });
  return fileOf(file, await document.bytes());
}

/** Without a database or a data directory, unless one is given. */
const verify = (args: string[], env: Record<string, string> = {}): Promise<ProcessResult> =>
  runInProcess(['verify', ...args], { REGROVE_DATA_DIR: join(folder, 'nothing'), ...env });

describe('verify', () => {
  it('prints what a PDF proves', async () => {
    const pdf = await pdfOf('whole.pdf', { proof, entry });
    const { code, stdout, stderr } = await verify([pdf, '--key', key, '--witness', witness, '--name', name]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.replace(folder, '')).toMatchInlineSnapshot(`
      "/whole.pdf: proven. The log has signed that it contains this:
        Entry          certificate.issued
        Certificate    certificate-321
        Issued         2026-03-01T00:00:00.000Z
        Date           2026-02-28
        Pages          943
        Trees          0.113164
        Project        Río Negro (project-1)
        Methodology    methodology-1
        Issued to      Muster & Söhne
        Log            example.com/log
        Index          321 of 500 entries
        Hash of entry  59fbe96f3024b15045db0fa348c1263c56f13194806c790d5d3d5a97a07e7b08
        Signature      right
        Cosigned by    witness.example.com/w1 (78167781) at 2026-09-21T14:13:20Z
        Not checked: what the PDF shows in print. Compare it with the above.
        Not proven: that it was not withdrawn later. The log would have another entry about that.
      "
    `);
    expect(await readdir(folder)).not.toContain('nothing');
  });

  it('says what was not checked', async () => {
    const { code, stdout } = await verify([await pdfOf('plain.pdf', { proof, entry }), '--key', key]);
    expect(code).toBe(0);
    for (const words of ['to whom', 'others have seen', 'in print', 'withdrawn later'])
      expect(stdout).toMatch(new RegExp(`Not (checked|proven): .*${words}`));
  });

  it('takes a proof alone for what it is', async () => {
    const { code, stdout } = await verify([await fileOf('a.tlog-proof', proof), '--key', key]);
    expect(code).toBe(0);
    expect(stdout).toContain('a signed proof without its entry');
    expect(stdout).toContain('Not proven: which certificate this is.');
    // Before anything that looks good.
    expect(stdout).toMatch(
      /Not proven: that the hashes of this proof lead from an entry[^]+Signature +right/,
    );
  });

  it.each<[string, () => string]>([
    ['no hashes', () => proof.replace(/(index 321\n)[^]*?\n\n/, '$1\n')],
    ['a hash too few', () => proof.replace(/(index 321\n).*\n/, '$1')],
    ['a hash too many', () => proof.replace(/(index 321\n)(.*\n)/, '$1$2$2')],
    ['a salt of three bytes', () => proof.replace(/extra .*/, 'extra AAAA')],
  ])('refuses a proof alone with %s', async (_, altered) => {
    expect(altered()).not.toBe(proof);
    const { code, stdout } = await verify([await fileOf('altered.tlog-proof', altered()), '--key', key]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/NOT PROVEN\. Something is wrong:\n.*was altered/);
  });

  it('takes the entry of a proof alone from --entry, and only from there', async () => {
    const alone = await fileOf('b.tlog-proof', proof);
    const given = await fileOf('entry.json', entry);
    expect((await verify([alone, '--key', key])).stdout).toContain('without its entry');
    const { code, stdout } = await verify([alone, '--entry', given, '--key', key, '--name', name]);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringMatching(/Pages +943$/m) });
    expect(stdout).not.toContain('in print');

    const random = proof.replace(/(index 321\n).*/, `$1${Buffer.alloc(32, 5).toString('base64')}`);
    const changed = await fileOf('c.tlog-proof', random);
    const refused = await verify([changed, '--entry', given, '--key', key]);
    expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining('NOT PROVEN') });
    const pdf = await pdfOf('with-entry.pdf', { proof, entry });
    expect(await verify([pdf, '--entry', given, '--key', key])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('not for a PDF'),
    });
    expect((await verify([alone, '--entry', join(folder, 'none'), '--key', key])).stderr).toContain('ENOENT');
    expect(await verify([alone, changed, '--entry', given])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is for one proof'),
    });
  });

  it('takes several witnesses after one --witness, and keys with line ends', async () => {
    const pdf = await pdfOf('cosigned.pdf', { proof, entry });
    const stranger = formatVerifierKey((await signerOf('witness.example.com/w2', 4, 5)).key);
    const both = await verify([pdf, '--key', `${key}\r\n`, '--witness', `${witness}\n`, stranger]);
    expect(both.code).toBe(1);
    expect(both.stdout).toContain('The witness witness.example.com/w2');
    expect(both.stdout).not.toContain('cannot be read');
    expect((await verify(['--key', key, '--witness', witness, `${witness}\n`, pdf])).code).toBe(0);

    const wrongUsage = async (...args: string[]): Promise<string> => {
      const { code, stderr } = await verify([...args, '--key', key]);
      expect(code).toBe(2);
      return stderr;
    };
    expect(await wrongUsage('--witness', witness, stranger)).toContain("missing required argument 'files'");
    expect(await wrongUsage('--witness', witness, key, pdf)).toContain('It is the key of a log');
    const mistyped = stranger.replace('w2', 'w3');
    expect(await wrongUsage('--witness', witness, mistyped, pdf)).toContain('that of another key');
    // Without --witness, it is a file.
    expect((await verify([witness, '--key', key])).stdout).toContain('cannot be read');
  });

  it('prints JSON for programs', async () => {
    const { stdout } = await verify([await pdfOf('j.pdf', { proof, entry }), '--key', key, '--json']);
    expect(JSON.parse(stdout)).toMatchObject([
      { verified: true, verdict: 'proven', problems: [], entry: { pages: 943 }, checkpoint: { size: 500 } },
    ]);
  });

  it('uses the key of the installation, and creates none', async () => {
    const pdf = await pdfOf('own.pdf', { proof, entry });
    const dataDir = await mkdtemp(join(folder, 'data-'));
    await writeFile(join(dataDir, 'log-key'), `${Buffer.from(firstSeed, 'hex').toString('base64')}\n`);
    const own = { REGROVE_DATA_DIR: dataDir, REGROVE_LOG_ORIGIN: origin };
    expect(await verify([pdf], own)).toMatchObject({ code: 0, stdout: expect.stringContaining('proven') });
    expect(await readdir(dataDir)).toEqual(['log-key']);

    const { code, stdout } = await verify([pdf]);
    expect(code).toBe(1);
    expect(stdout).toContain("because the log's key is not known: give it with --key");
    expect(stdout).toMatch(/Signature +not checked/);
    expect(await readdir(folder)).not.toContain('nothing');
  });

  it('knows the former keys of the installation, and says that one of them has signed', async () => {
    const pdf = await pdfOf('former.pdf', { proof, entry });
    const dataDir = await mkdtemp(join(folder, 'rotated-'));
    await writeFile(join(dataDir, 'log-key'), `${Buffer.alloc(32, 8).toString('base64')}\n`);
    await writeFile(join(dataDir, 'log-keys'), `${key}\n`);
    const own = { REGROVE_DATA_DIR: dataDir, REGROVE_LOG_ORIGIN: origin };
    const { code, stdout } = await verify([pdf], own);
    expect(code).toBe(0);
    expect(stdout).toContain('proven. The log has signed that it contains this:');
    expect(stdout).toContain('Signed with a former key of this log.');
    expect(JSON.parse((await verify([pdf, '--json'], own)).stdout)).toMatchObject([
      { verified: true, former_key: true },
    ]);
    const altered = await pdfOf('altered.pdf', { proof: proof.replace('\n500\n', '\n501\n'), entry });
    const refused = await verify([altered], own);
    expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining('NOT PROVEN') });
    expect(refused.stdout).not.toContain('former key');
    // A key that is given is the only one that counts.
    const other = formatVerifierKey((await signerOf(origin, 1, 8)).key);
    expect((await verify([pdf, '--key', other], own)).code).toBe(1);
  });

  it('takes the present key for no former one where the log had another name', async () => {
    const pdf = await pdfOf('renamed.pdf', { proof, entry });
    const dataDir = await mkdtemp(join(folder, 'renamed-'));
    await writeFile(join(dataDir, 'log-key'), `${Buffer.from(firstSeed, 'hex').toString('base64')}\n`);
    await writeFile(join(dataDir, 'log-keys'), `${key}\n`);
    const [found] = JSON.parse((await verify([pdf, '--json'], { REGROVE_DATA_DIR: dataDir })).stdout);
    expect(found).toMatchObject({ verified: true, checkpoint: { origin } });
    expect(found).not.toHaveProperty('former_key');
  });

  it('accepts any of several keys, as after a rotation', async () => {
    const other = formatVerifierKey((await signerOf(origin, 1, 8)).key);
    const pdf = await pdfOf('rotated.pdf', { proof, entry });
    expect((await verify([pdf, '--key', other, '--key', key])).code).toBe(0);
    const { code, stdout } = await verify([pdf, '--key', other]);
    expect(code).toBe(1);
    expect(stdout).toContain('None of the known keys has signed this');
  });

  it.each([
    [
      'a withdrawal',
      { v: 1, type: 'certificate.withdrawn', id: 'a', at: '2026-03-01T00:00:00Z' },
      'another entry of the log, "certificate.withdrawn"',
    ],
    ['something new', { v: 1, type: 'forest.seen' }, 'another entry of the log, "forest.seen"'],
    ['a certificate of a later version', { v: 2, type: 'certificate.issued' }, 'later version'],
  ])('takes the proof of %s for no certificate', async (_, told, words) => {
    // Anyone can read it in the public log, and make its proof.
    const bytes = formatEntry(told);
    const log = await makeLog([...someEntries(3), bytes], await signerOf(origin, 1));
    const pdf = await pdfOf('other.pdf', { proof: proofOf(log, 3), entry: bytes });
    const { code, stdout } = await verify([pdf, '--key', key]);
    expect(code).toBe(1);
    expect(stdout).toContain('NOT PROVEN');
    expect(stdout).toContain(words);
    expect(stdout).not.toContain('withdrawn later');

    // Of a proof alone, nobody has said that it is of a certificate.
    const alone = await fileOf('other.tlog-proof', proofOf(log, 3));
    const given = await fileOf('other.json', bytes);
    const shown = await verify([alone, '--entry', given, '--key', key]);
    expect(shown.code).toBe(0);
    expect(shown.stdout).toContain(': proven, but it does not issue a certificate. The log has signed');
    expect(shown.stdout).toContain(`Entry          ${bytes.toString()}\n`);
    expect(shown.stdout).not.toContain('withdrawn later');
  });

  it('reads figures from the entry, whatever is printed', async () => {
    // All PDFs here say that it were 943 pages.
    const entries = [formatEntry({ ...issued(0), pages: 7 })];
    const log = await makeLog(entries, await signerOf(origin, 1));
    const pdf = await pdfOf('attached.pdf', { proof: proofOf(log, 0), entry: Buffer.from(entries[0] ?? []) });
    const { code, stdout } = await verify([pdf, '--key', key]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Pages +7\n/);
    expect(stdout).toContain('Not checked: what the PDF shows in print. Compare it with the above.');
  });

  it.each<[string, () => { proof?: string; entry?: string | Buffer }, RegExp]>([
    ['an altered entry', () => ({ proof, entry: entry.toString().replace('943', '9430') }), /was altered/],
    ['a broken entry', () => ({ proof, entry: entry.subarray(0, -1) }), /was altered/],
    [
      'an altered checkpoint',
      () => ({ proof: proof.replace('\n500\n', '\n501\n'), entry }),
      /altered, or the key/,
    ],
    [
      'an altered index',
      () => ({ proof: proof.replace('index 321', 'index 320'), entry }),
      /does not have it/,
    ],
    ['no entry', () => ({ proof }), /No entry of a log is attached/],
    ['no proof', () => ({ entry }), /No proof is attached/],
    ['nothing', () => ({}), /No proof is attached/],
  ])('fails for a PDF with %s', async (_, attached, message) => {
    const { code, stdout } = await verify([await pdfOf('off.pdf', attached()), '--key', key]);
    expect(code).toBe(1);
    expect(stdout).toMatch(message);
    expect(stdout).toContain('NOT PROVEN');
    expect(stdout).not.toMatch(/Pages +9430?$/m);
  });

  it('fails for another name, a missing witness, and files that cannot be read, but goes on', async () => {
    const pdf = await pdfOf('good.pdf', { proof, entry });
    const stranger = formatVerifierKey((await signerOf('witness.example.com/w2', 4, 5)).key);
    const asked = async (...args: string[]): Promise<string> => {
      const { code, stdout } = await verify([...args, '--key', key]);
      expect(code).toBe(1);
      return stdout;
    };
    expect(await asked(pdf, '--name', 'Somebody')).toContain('It was not issued to "Somebody".');
    expect(await asked(pdf, '--witness', stranger)).toContain('witness.example.com/w2');
    const unsalted = await pdfOf('unsalted.pdf', { proof: proof.replace(/extra .*\n/, ''), entry });
    expect(await asked(unsalted, '--name', name)).toContain('does not have the salt');
    const both = await asked(join(folder, 'missing.pdf'), pdf);
    expect(both).toMatch(/missing\.pdf cannot be read: ENOENT/);
    expect(both).toContain('proven. The log has signed');
    expect(await asked(await fileOf('picture.png', Buffer.from('89504e47', 'hex')))).toContain('not a proof');
    expect(await asked(folder)).toContain('cannot be read');
  });
});
