import { beforeAll, describe, expect, it } from 'vitest';
import { CollectedDocument } from '../../server/src/http/pages/pdf/collected-document.js';
import { formatEntry } from '../../server/src/platform/tlog/format.js';
import { cosign } from '../../server/src/platform/tlog/sign.js';
import { accountHash, formatVerifierKey, parseNote } from '../../verify/src/index.js';
import { issued, makeLog, origin, proofOf, someEntries } from '../../verify/test/support/example-log.js';
import { signerOf } from '../../verify/test/support/keys.js';
import { CertificateVerificationError, verifyCertificate } from '../src/verify.js';

const name = 'Muster & Söhne';
const salt = Buffer.alloc(32, 9);

describe('a certificate', () => {
  let key: string;
  let witness: string;
  let proof: string;
  let entry: Buffer;

  beforeAll(async () => {
    const signer = await signerOf(origin, 1);
    const cosigner = await signerOf('witness.example.com/w1', 4, 3);
    key = formatVerifierKey(signer.key);
    witness = formatVerifierKey(cosigner.key);
    entry = formatEntry({ ...issued(7), account: await accountHash(salt, name) });
    const log = await makeLog([...someEntries(7), entry], signer);
    proof = proofOf(log, 7, salt) + (await cosign(parseNote(log.checkpoint).text, cosigner, 1_790_000_000));
  });

  const pdf = (...files: readonly (string | Buffer)[]): Promise<Buffer> => {
    const document = new CollectedDocument();
    for (const [at, file] of files.entries()) document.file(Buffer.from(file), { name: `file-${at}` });
    return document.bytes();
  };
  const codeOf = (...args: Parameters<typeof verifyCertificate>): Promise<string> =>
    verifyCertificate(...args).then(
      () => 'none',
      (error: unknown) => (error instanceof CertificateVerificationError ? error.code : String(error)),
    );

  it('is verified from a PDF, or from a proof and its entry', async () => {
    const expected = {
      id: 'certificate-7',
      issuedAt: '2026-03-01T00:00:00.000Z',
      date: '2026-02-28',
      pages: 943,
      trees: '0.113164',
      project: { id: 'project-1', name: 'Río Negro' },
      methodology: 'methodology-1',
      log: { origin, index: 7, size: 8 },
      cosignatures: [{ name: 'witness.example.com/w1', id: witness.split('+')[1], time: 1_790_000_000 }],
    };
    const asked = { key: [key], witnesses: [witness], name };
    expect(await verifyCertificate(await pdf(proof, entry), asked)).toEqual(expected);
    expect(await verifyCertificate(proof, { ...asked, entry })).toEqual(expected);
    const { buffer } = new Uint8Array(Buffer.from(proof));
    expect(await verifyCertificate(buffer, { key, entry: entry.toString() })).toMatchObject({ pages: 943 });
  });

  it('is refused with a code that says why', async () => {
    const altered = entry.toString().replace('943', '944');
    const other = formatVerifierKey((await signerOf(origin, 1, 8)).key);
    const stranger = formatVerifierKey((await signerOf('witness.example.com/w2', 4, 8)).key);
    expect(await codeOf(await pdf(proof, altered), { key })).toBe('bad-inclusion');
    expect(await codeOf(await pdf(proof.replace('\n8\n', '\n9\n'), entry), { key })).toBe('bad-signature');
    expect(await codeOf(await pdf(proof, entry), { key: other })).toBe('unknown-key');
    expect(await codeOf(await pdf(proof, entry), { key: [other, key] })).toBe('none');
    expect(await codeOf(await pdf(proof, entry), { key, name: 'Somebody' })).toBe('other-name');
    expect(await codeOf(await pdf(proof.replace(/extra .*\n/, ''), entry), { key, name })).toBe('no-salt');
    expect(await codeOf(await pdf(proof, entry), { key, witnesses: [stranger] })).toBe('no-witness');
    expect(await codeOf(await pdf(proof), { key })).toBe('no-entry');
    expect(await codeOf(await pdf(), { key })).toBe('no-proof');
    expect(await codeOf(proof, { key })).toBe('no-entry');
    expect(await codeOf('nothing', { key })).toBe('malformed-proof');
  });

  it('is refused if it is another kind of entry', async () => {
    const signer = await signerOf(origin, 1);
    const withdrawn = formatEntry({
      v: 1,
      type: 'certificate.withdrawn',
      id: 'a',
      at: '2026-03-01T00:00:00Z',
    });
    const log = await makeLog([withdrawn], signer);
    expect(await codeOf(proofOf(log, 0), { key, entry: withdrawn })).toBe('other-entry');
  });

  it('takes no entry besides the one in the PDF', async () => {
    const altered = entry.toString().replace('943', '944');
    for (const file of [await pdf(proof, altered), await pdf(proof), await pdf()])
      await expect(verifyCertificate(file, { key, entry })).rejects.toThrow(TypeError);
  });

  it('takes a wrong key for a mistake of the program', async () => {
    await expect(verifyCertificate(proof, { key: 'nothing' })).rejects.toThrow(TypeError);
    await expect(verifyCertificate(proof, { key, witnesses: [key] })).rejects.toThrow(TypeError);
  });
});
