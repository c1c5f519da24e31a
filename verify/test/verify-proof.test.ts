import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatEntry, formatProof } from '../../server/src/platform/tlog/format.js';
import { cosign, type Signer } from '../../server/src/platform/tlog/sign.js';
import {
  accountHash,
  formatVerifierKey,
  parseNote,
  parseProof,
  setSha256,
  verifyProof,
  type ProofRequest,
  type ProofResult,
} from '../src/index.js';
import {
  codeOf,
  issued,
  makeLog,
  origin,
  proofOf,
  someEntries,
  type ExampleLog,
} from './support/example-log.js';
import { signerOf } from './support/keys.js';
import { leafOf, useNodeHash } from './support/reference.js';

const salt = new Uint8Array(32).fill(9);
const name = 'Muster & Söhne';
const index = 321;

let signer: Signer;
let witness: Signer;
let log: ExampleLog;
let entry: Uint8Array;
let proof: string;
let asked: ProofRequest;

beforeAll(async () => {
  useNodeHash();
  signer = await signerOf(origin, 1);
  witness = await signerOf('witness.example.com/w1', 4, 3);
  const entries = someEntries(1000);
  entry = formatEntry({ ...issued(index), account: await accountHash(salt, name) });
  entries[index] = entry;
  log = await makeLog(entries, signer);
  proof = proofOf(log, index, salt);
  asked = { proof, entry, name, keys: [signer.key] };
});
afterAll(() => setSha256());

/** The states that are not `shown`, with their codes. */
const exceptions = ({ checks }: ProofResult): Record<string, string> =>
  Object.fromEntries(
    Object.entries(checks).flatMap(([point, found]) =>
      found.state === 'shown' ? [] : [[point, `${found.state}: ${found.code}`]],
    ),
  );

describe('a proof', () => {
  it('shows all that it can show', async () => {
    const line = await cosign(parseNote(log.checkpoint).text, witness, 1_790_000_000);
    const result = await verifyProof({
      ...asked,
      proof: Buffer.from(proof + line),
      keys: [formatVerifierKey(signer.key)],
      witnesses: [witness.key],
    });
    expect(exceptions(result)).toEqual({});
    expect(result).toMatchObject({
      verdict: 'proven',
      index,
      checkpoint: { origin, size: 1000 },
      cosignatures: [{ name: 'witness.example.com/w1', time: 1_790_000_000 }],
      entry: { type: 'certificate.issued', id: 'certificate-321', trees: '0.113164' },
      entryHash: Buffer.from(leafOf(entry)).toString('hex'),
    });
  });

  it('says that no witness has cosigned, and that no name was given', async () => {
    const result = await verifyProof({ proof, entry, keys: [signer.key], witnesses: [witness.key] });
    expect(result.verdict).toBe('proven');
    expect(exceptions(result)).toEqual({ witnesses: 'not-shown: no-witness', name: 'not-shown: no-name' });
    expect(result.cosignatures).toEqual([]);
  });

  it('shows little without the entry, and says so', async () => {
    const result = await verifyProof({ proof, keys: [signer.key], name });
    expect(result).toMatchObject({ verdict: 'incomplete', index, checkpoint: { size: 1000 } });
    expect(exceptions(result)).toEqual({
      witnesses: 'not-shown: no-witness',
      inclusion: 'not-shown: no-entry',
      entry: 'not-shown: no-entry',
      name: 'not-shown: no-entry',
    });
    expect(result).not.toHaveProperty('entry');
  });

  it('shows little without the key of the log, even if a witness has cosigned', async () => {
    const without = await verifyProof({ ...asked, keys: [] });
    expect(without.verdict).toBe('incomplete');
    expect(exceptions(without)).toMatchObject({ signature: 'not-shown: unknown-key' });
    const line = await cosign(parseNote(log.checkpoint).text, witness, 7);
    const cosigned = await verifyProof({ ...asked, proof: proof + line, keys: [], witnesses: [witness.key] });
    expect(cosigned.verdict).toBe('incomplete');
    expect(exceptions(cosigned)).toEqual({ signature: 'not-shown: unknown-key' });
  });

  it('does not show the name without the salt', async () => {
    const result = await verifyProof({ ...asked, proof: proofOf(log, index) });
    expect(result.verdict).toBe('proven');
    expect(exceptions(result)).toMatchObject({ name: 'not-shown: no-salt' });
  });

  it('shows nothing if there is none, as in a PDF without', async () => {
    const result = await verifyProof({ ...asked, proof: undefined });
    expect(result.verdict).toBe('incomplete');
    expect(exceptions(result)).toMatchObject({
      format: 'not-shown: no-proof',
      signature: 'not-shown: not-reached',
      inclusion: 'not-shown: not-reached',
    });
  });

  it('of an entry of a later version shows that it is in the log, but not that it is a certificate', async () => {
    const later = formatEntry({ v: 2, type: 'certificate.issued' });
    const other = await makeLog([later], signer);
    for (const [type, verdict] of [
      [undefined, 'proven'],
      ['certificate.issued', 'incomplete'],
    ] as const) {
      const result = await verifyProof({ ...asked, proof: proofOf(other, 0, salt), entry: later, type });
      expect(result.verdict).toBe(verdict);
      expect(exceptions(result)).toMatchObject({
        entry: 'not-shown: unknown-entry',
        name: 'not-shown: no-entry',
      });
    }
  });

  it.each([
    ['with spaces that a PDF has or lacks', ' Muster  &\u00a0Söhne\u200b\u200e '],
    ['with marks apart from their letters', name.normalize('NFD')],
  ])('shows a name that was copied %s', async (_, copied) => {
    const result = await verifyProof({ ...asked, name: copied });
    expect(exceptions(result)).toEqual({ witnesses: 'not-shown: no-witness' });
  });

  it.each([
    ['with marks apart from their letters', name.normalize('NFD')],
    ['with two spaces', 'Muster  & Söhne'],
  ])('shows a name that was entered in the log %s, as an earlier version did', async (_, stored) => {
    const told = formatEntry({ ...issued(0), account: await accountHash(salt, stored) });
    const given = { ...asked, entry: told, proof: proofOf(await makeLog([told], signer), 0, salt) };
    expect((await verifyProof({ ...given, name: stored })).checks.name).toEqual({ state: 'shown' });
  });

  it('may be asked for a type of entry', async () => {
    const result = await verifyProof({ ...asked, type: 'certificate.issued' });
    expect(result.verdict).toBe('proven');
    expect(exceptions(result)).toEqual({ witnesses: 'not-shown: no-witness' });
  });
});

describe('a wrong proof', () => {
  const wrong = async (changes: Partial<ProofRequest>): Promise<Record<string, string>> => {
    const result = await verifyProof({ ...asked, ...changes });
    expect(result.verdict).toBe('wrong');
    return exceptions(result);
  };
  const no = { witnesses: 'not-shown: no-witness' };

  it('is found by the name', async () => {
    expect(await wrong({ name: 'Somebody' })).toEqual({ ...no, name: 'wrong: other-name' });
  });

  it.each([0, 3, 31, 33])('is found by a salt of %i bytes, also without entry and name', async (length) => {
    const extra = new Uint8Array(length);
    const other = formatProof({ ...parseProof(proof), extra });
    const bad = { format: 'wrong: malformed-proof', signature: 'not-shown: not-reached' };
    expect(await wrong({ proof: other })).toMatchObject(bad);
    expect(await wrong({ proof: other, entry: undefined, name: undefined })).toMatchObject(bad);
  });

  it('is found by the number of its hashes, also without the entry', async () => {
    const parsed = parseProof(proof);
    const [first = new Uint8Array(32)] = parsed.hashes;
    for (const hashes of [[], parsed.hashes.slice(1), [...parsed.hashes, first]])
      expect(
        await wrong({ proof: formatProof({ ...parsed, hashes }), entry: undefined, name: undefined }),
      ).toMatchObject({ inclusion: 'wrong: bad-inclusion', entry: 'not-shown: no-entry' });
    // At the right edge of the tree, a path is shorter.
    for (const at of [0, 511, 512, 998, 999]) {
      const whole = await verifyProof({ proof: proofOf(log, at), keys: [signer.key] });
      expect(whole).toMatchObject({ verdict: 'incomplete', checks: { inclusion: { code: 'no-entry' } } });
    }
  });

  it('is found by the entry, whichever of its bytes is another', async () => {
    for (let at = 0; at < entry.length; at++) {
      const changed = entry.map((byte, one) => (one === at ? byte ^ 1 : byte));
      expect(await wrong({ entry: changed })).toMatchObject({ inclusion: 'wrong: bad-inclusion' });
    }
  });

  it('is found by the index and the hashes', async () => {
    const parsed = parseProof(proof);
    const change = (changes: object): string => formatProof({ ...parsed, ...changes });
    const bad = { ...no, inclusion: 'wrong: bad-inclusion' };
    expect(await wrong({ proof: change({ index: index + 1 }) })).toEqual(bad);
    for (const at of parsed.hashes.keys()) {
      const hashes = parsed.hashes.map((hash, one) => (one === at ? hash.map((byte) => byte ^ 128) : hash));
      expect(await wrong({ proof: change({ hashes }) })).toEqual(bad);
    }
    expect(await wrong({ proof: change({ hashes: parsed.hashes.slice(1) }) })).toEqual(bad);
  });

  it('is found by the checkpoint', async () => {
    const other = proof.replace('\n1000\n', '\n1001\n');
    expect(await wrong({ proof: other })).toMatchObject({ signature: 'wrong: bad-signature' });
    const stranger = await signerOf('example.com/other', 1, 8);
    const foreign = await makeLog(log.entries, stranger);
    expect(
      await wrong({ proof: proofOf(foreign, index, salt), keys: [signer.key, stranger.key] }),
    ).toMatchObject({ signature: 'wrong: other-origin' });
  });

  it.each([
    ['nothing', '', 'malformed-proof'],
    ['a picture', Buffer.from('89504e470d0a1a0a', 'hex'), 'malformed-proof'],
    ['another note', 'c2sp.org/tlog-proof@v1\nindex 0\n\nnote\n\n— a AAAAAAA=\n', 'malformed-checkpoint'],
    ['no note', 'c2sp.org/tlog-proof@v1\nindex 0\n\nnote\n', 'malformed-note'],
  ])('may be %s', async (_, changed, code) => {
    expect(await wrong({ proof: changed })).toMatchObject({
      format: `wrong: ${code}`,
      signature: 'not-shown: not-reached',
      inclusion: 'not-shown: not-reached',
    });
  });

  it('may have an index that is not in the tree', async () => {
    const beyond = formatProof({ ...parseProof(proof), index: 1000 });
    expect(await wrong({ proof: beyond })).toMatchObject({ format: 'wrong: out-of-range' });
  });

  it.each([
    ['a withdrawal', { v: 1, type: 'certificate.withdrawn', id: 'a', at: '2026-03-01T00:00:00Z' }],
    ['something new', { v: 1, type: 'forest.seen' }],
  ])('is one of another entry than was asked for, such as %s', async (_, told) => {
    const bytes = formatEntry(told);
    const other = await makeLog([...log.entries.slice(0, 7), bytes], signer);
    const given = { proof: proofOf(other, 7), entry: bytes, name: undefined };
    const found = { ...no, entry: 'wrong: other-entry', name: 'not-shown: no-name' };
    expect(await wrong({ ...given, type: 'certificate.issued' })).toEqual(found);
    expect((await verifyProof({ ...asked, ...given })).verdict).toBe('proven');
  });

  it('may be of an entry that is none', async () => {
    const text = Buffer.from('no JSON');
    const other = await makeLog([text], signer);
    const result = await verifyProof({ proof: proofOf(other, 0), entry: text, keys: [signer.key] });
    expect(exceptions(result)).toMatchObject({ entry: 'wrong: malformed-entry' });
    expect(result.checks.inclusion).toEqual({ state: 'shown' });
  });
});

it('bad keys are a mistake of the caller', async () => {
  expect(await codeOf(() => verifyProof({ ...asked, keys: ['example.com/log'] }))).toBe('malformed-key');
  expect(await codeOf(() => verifyProof({ ...asked, witnesses: [signer.key] }))).toBe('malformed-key');
});
