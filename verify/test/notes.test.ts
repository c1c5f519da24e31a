import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  cosign,
  formatCheckpoint,
  formatNote,
  formatProof,
  formatVerifierKey,
  formatWitnessRequest,
  makeVerifierKey,
  openCheckpoint,
  openNote,
  parseCheckpoint,
  parseNote,
  parseProof,
  parseVerifierKey,
  parseWitnessRequest,
  signNote,
  type Signer,
  type VerifierKey,
} from '../src/index.js';
import { codeOf } from './support/example-log.js';
import { signerOf } from './support/keys.js';

/** Made with Go's packages `note` and `ed25519` from the first key of RFC 8032. */
const logKey = 'example.com/behind-the-sofa+f8fa5254+AddamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea';
const witnessKey = 'witness.example.com/w1+7e6f4aaa+BNdamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea';
const root = 'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=';
const text = `example.com/behind-the-sofa\n20852163\n${root}\n`;
const logLine =
  '— example.com/behind-the-sofa +PpSVFNUsAicB1wXCuc36HrmzCfBx1ATQpTulWd9U006OEpyCvIVj2pM8CIzKlzXWcwxIO/VAQzkCO8DZUY5tlFX6QQ=\n';
const witnessLine =
  '— witness.example.com/w1 fm9KqgAAAABkGFDL+TPmh4BYuAjsYRoqMJCWb/gWJaeRF/kmm5tlCr9sJ57DLErur7K0yDXc2ArN+TIuotuB/HbuL3AJsp3bv/aNCQ==\n';
const note = `${text}\n${logLine}${witnessLine}`;

let log: Signer;
let witness: Signer;
let keys: VerifierKey[];
beforeAll(async () => {
  log = await signerOf('example.com/behind-the-sofa', 1);
  witness = await signerOf('witness.example.com/w1', 4);
  keys = [log.key, witness.key];
});

describe('a verifier key', () => {
  it('is written and read as others do', async () => {
    expect(formatVerifierKey(log.key)).toBe(logKey);
    expect(formatVerifierKey(witness.key)).toBe(witnessKey);
    expect(await parseVerifierKey(logKey)).toEqual(log.key);
    expect(await parseVerifierKey(witnessKey)).toEqual(witness.key);
    // Of the documentation of Go's package.
    const { name, id } = await parseVerifierKey(
      'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
    );
    expect({ name, id }).toEqual({ name: 'PeterNeumann', id: 'c74f20a3' });
  });

  it.each([
    ['nothing', ''],
    ['another id', logKey.replace('f8fa5254', 'f8fa5255')],
    ['another name', logKey.replace('sofa', 'sofb')],
    ['an upper-case id', logKey.replace('f8fa5254', 'F8FA5254')],
    ['a short id', logKey.replace('f8fa5254', 'f8fa525')],
    ['a missing byte', logKey.slice(0, -4)],
    ['another type', 'example.com/log+00000000+AtdamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea'],
    ['a newline', `${logKey}\n`],
    ['a space in its name', logKey.replace('-', ' ')],
    ['a no-break space in its name', logKey.replace('-', '\u00a0')],
    ['bits that do not count', logKey.replace(/Ea$/, 'Eb')],
  ])('is refused with %s', async (_, key) => {
    expect(await codeOf(() => parseVerifierKey(key))).toBe('malformed-key');
  });

  it('is not made from anything else', async () => {
    const bytes = new Uint8Array(32);
    expect(await codeOf(() => makeVerifierKey('', 1, bytes))).toBe('malformed-key');
    expect(await codeOf(() => makeVerifierKey('a+b', 1, bytes))).toBe('malformed-key');
    expect(await codeOf(() => makeVerifierKey('\ud800', 1, bytes))).toBe('malformed-key');
    expect(await codeOf(() => makeVerifierKey('a', 2 as 1, bytes))).toBe('malformed-key');
    expect(await codeOf(() => makeVerifierKey('a', 1, bytes.subarray(1)))).toBe('malformed-key');
  });
});

describe('a note', () => {
  it('is signed as others do', async () => {
    expect(await signNote(text, log)).toBe(logLine);
    expect(await cosign(text, witness, 1_679_315_147)).toBe(witnessLine);
    expect(formatNote(text, logLine, witnessLine)).toBe(note);
  });

  it('is opened with its keys, from text or bytes', async () => {
    for (const given of [note, Buffer.from(note)]) {
      const opened = await openNote(given, keys);
      expect(opened.text).toBe(text);
      expect(opened.verified.map(({ name, time }) => [name, time])).toEqual([
        ['example.com/behind-the-sofa', undefined],
        ['witness.example.com/w1', 1_679_315_147],
      ]);
    }
  });

  it('of the documentation of Go is opened', async () => {
    const quote =
      "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
    const signed = `${quote}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`;
    const key = await parseVerifierKey('PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW');
    expect((await openNote(signed, [key])).text).toBe(quote);
  });

  it('may have signatures of unknown keys, also with a known name or id', async () => {
    const { key: namesake } = await signerOf('example.com/behind-the-sofa', 1, 7);
    const opened = await openNote(note, [witness.key, namesake, { ...log.key, name: 'example.com/other' }]);
    expect(opened.verified).toHaveLength(1);
    expect(opened.unknown).toEqual([{ name: 'example.com/behind-the-sofa', id: 'f8fa5254' }]);
  });

  it('is refused without a signature of a known key', async () => {
    expect(await codeOf(() => openNote(note, []))).toBe('unknown-key');
    expect(await codeOf(() => openNote(`${text}\n${witnessLine}`, [log.key]))).toBe('unknown-key');
  });

  it('is refused if any signature of a known key is wrong', async () => {
    const changed = note.replace('20852163', '20852164');
    expect(await codeOf(() => openNote(changed, [log.key]))).toBe('bad-signature');
    expect(await codeOf(() => openNote(changed, [witness.key]))).toBe('bad-signature');
    const otherTime = witnessLine.replace('BkGFDL', 'BkGFDM');
    expect(await codeOf(() => openNote(`${text}\n${logLine}${otherTime}`, keys))).toBe('bad-signature');
    const short = `— ${log.key.name} ${Buffer.from(`${log.key.id}0102030405`, 'hex').toString('base64')}\n`;
    expect(await codeOf(() => openNote(`${text}\n${short}`, keys))).toBe('bad-signature');
  });

  it('is refused with the signature of a log as that of a witness, and the other way round', async () => {
    const bytes = (line: string): Buffer => Buffer.from(line.split(' ')[2] ?? '', 'base64').subarray(4);
    const as = ({ key }: Signer, signature: Buffer): string =>
      `${text}\n— ${key.name} ${Buffer.concat([Buffer.from(key.id, 'hex'), signature]).toString('base64')}\n`;
    expect(await codeOf(() => openNote(as(log, bytes(witnessLine)), keys))).toBe('bad-signature');
    expect(await codeOf(() => openNote(as(witness, bytes(logLine)), keys))).toBe('bad-signature');
  });

  it.each([
    ['every byte of a signature', logLine.indexOf('+PpSVF') + 8],
    ['the time of a cosignature', 0],
  ])('is refused after a change of %s', async (_, from) => {
    const lines = from > 0 ? logLine : witnessLine;
    const encoded = lines.split(' ')[2]?.trimEnd() ?? '';
    const bytes = Buffer.from(encoded, 'base64');
    for (let at = 4; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const line = lines.replace(encoded, changed.toString('base64'));
      expect(await codeOf(() => openNote(`${text}\n${line}`, keys))).toBe('bad-signature');
    }
  });

  it.each([
    ['no last newline', note.slice(0, -1)],
    ['a carriage return', note.replace('\n', '\r\n')],
    ['a tab', note.replace('20852163', '20852163\t')],
    ['a NUL', note.replace('20852163', '20852163\0')],
    ['no empty line', text + logLine],
    ['nothing after the empty line', `${text}\n`],
    ['an empty line at its end', `${note}\n`],
    ['a signature twice', `${note}${logLine}`],
    ['a hyphen for a dash', note.replace('—', '-')],
    ['two spaces', note.replace('— ', '—  ')],
    ['a space at the end of a line', note.replace('QQ=\n', 'QQ= \n')],
    ['base64 without padding', note.replace('6QQ=', '6QQ')],
    ['base64 with too much padding', note.replace('6QQ=', '6QQ==')],
    ['base64 with bits that do not count', note.replace('6QQ=', '6QR=')],
    ['the alphabet of base64url', note.replace('+PpS', '-PpS')],
    ['a plus sign in a name', note.replace('— example', '— exa+mple')],
    ['101 signatures', `${text}\n${logLine.repeat(101)}`],
    ['a signature of no bytes', `${text}\n— a AAAAAA==\n`],
    ['nothing', ''],
    ['an unpaired surrogate', note.replace('20852163', '\ud800')],
    ['too many bytes', `${'x'.repeat(66_000)}\n${note}`],
    ['too many bytes in few characters', `${'木'.repeat(30_000)}\n${note}`],
  ])('is refused with %s', async (_, changed) => {
    expect(await codeOf(() => openNote(changed, keys))).toBe('malformed-note');
  });

  it('is refused if it is not UTF-8', async () => {
    const bytes = Buffer.from(note);
    bytes[3] = 0xff;
    expect(await codeOf(() => openNote(bytes, keys))).toBe('malformed-note');
  });

  it('may have 100 signatures', () => {
    expect(parseNote(`${text}\n${logLine.repeat(100)}`).signatures).toHaveLength(100);
  });

  it('is not signed if it could not be opened', async () => {
    expect(await codeOf(() => signNote('no newline', log))).toBe('malformed-note');
    expect(await codeOf(() => signNote('tab\t\n', log))).toBe('malformed-note');
    expect(await codeOf(() => signNote(text, witness))).toBe('malformed-key');
    expect(await codeOf(() => cosign(text, log, 1))).toBe('malformed-key');
    expect(await codeOf(() => cosign(text, witness, 1.5))).toBe('out-of-range');
  });

  it('says so where Ed25519 or Web Crypto is missing', async () => {
    const missing = new DOMException('Unrecognized name.', 'NotSupportedError');
    vi.stubGlobal('crypto', { subtle: { importKey: () => Promise.reject(missing) } });
    expect(await codeOf(() => openNote(note, keys))).toBe('unsupported');
    vi.stubGlobal('crypto', undefined);
    expect(await codeOf(() => openNote(note, keys))).toBe('unsupported');
    vi.unstubAllGlobals();
  });
});

describe('a checkpoint', () => {
  it('is read as it is written', () => {
    const checkpoint = parseCheckpoint(text);
    expect(checkpoint).toMatchObject({
      origin: 'example.com/behind-the-sofa',
      size: 20_852_163,
      extensions: [],
    });
    expect(formatCheckpoint(checkpoint)).toBe(text);
    const extended = parseCheckpoint(`${text}one more\nand another\n`);
    expect(extended.extensions).toEqual(['one more', 'and another']);
    expect(formatCheckpoint(extended)).toBe(`${text}one more\nand another\n`);
    expect(parseCheckpoint(text.replace('20852163', '0')).size).toBe(0);
    expect(parseCheckpoint(text.replace('20852163', '9007199254740991')).size).toBe(2 ** 53 - 1);
  });

  it.each([
    ['a leading zero', text.replace('208', '0208')],
    ['a sign', text.replace('208', '+208')],
    ['a fraction', text.replace('208', '2.8')],
    ['other digits', text.replace('20852163', '٢')],
    ['a size above 2^53 - 1', text.replace('20852163', '9007199254740992')],
    ['a size of 20 digits', text.replace('20852163', '18446744073709551615')],
    ['no size', text.replace('20852163\n', '')],
    ['no root', text.replace(`${root}\n`, '')],
    ['a short root', text.replace('CsUY', '')],
    ['a root without padding', text.replace('q2I=', 'q2I')],
    ['a root with bits that do not count', text.replace('q2I=', 'q2J=')],
    ['an empty origin', text.replace('example.com/behind-the-sofa', '')],
    ['an empty extension line', `${text}\nmore\n`],
    ['a space after the size', text.replace('63\n', '63 \n')],
  ])('is refused with %s', async (_, changed) => {
    expect(await codeOf(() => parseCheckpoint(changed))).toBe('malformed-checkpoint');
  });

  it('is not written if it could not be read', async () => {
    const checkpoint = parseCheckpoint(text);
    expect(await codeOf(() => formatCheckpoint({ ...checkpoint, size: 2 ** 53 }))).toBe('out-of-range');
    expect(await codeOf(() => formatCheckpoint({ ...checkpoint, extensions: ['a\nb'] }))).toBe(
      'malformed-checkpoint',
    );
    expect(await codeOf(() => formatCheckpoint({ ...checkpoint, origin: '' }))).toBe('malformed-checkpoint');
    expect(await codeOf(() => formatCheckpoint({ ...checkpoint, root: new Uint8Array(31) }))).toBe(
      'malformed-checkpoint',
    );
  });

  it('is opened with keys as text, and says who has signed', async () => {
    const opened = await openCheckpoint(note, { keys: [logKey], witnesses: [witnessKey] });
    expect(opened).toMatchObject({ size: 20_852_163, keyId: 'f8fa5254', text: note });
    expect(opened.cosignatures).toEqual([
      { name: 'witness.example.com/w1', id: '7e6f4aaa', time: 1_679_315_147 },
    ]);
    const byWitness = await openCheckpoint(note, { keys: [], witnesses: [witnessKey] });
    expect(byWitness.keyId).toBeUndefined();
  });

  it('is refused if another log has signed it', async () => {
    const other = await signerOf('example.com/other', 1, 9);
    const signed = formatNote(text, await signNote(text, other));
    expect(await codeOf(() => openCheckpoint(signed, { keys: [logKey, other.key] }))).toBe('other-origin');
    const byBoth = await openCheckpoint(signed + logLine, { keys: [logKey, other.key] });
    expect(byBoth.keyId).toBe('f8fa5254');
  });

  it('is not opened with the key of a witness for that of a log', async () => {
    expect(await codeOf(() => openCheckpoint(note, { keys: [witnessKey] }))).toBe('malformed-key');
    expect(await codeOf(() => openCheckpoint(note, { keys: [logKey], witnesses: [logKey] }))).toBe(
      'malformed-key',
    );
  });
});

describe('a proof', () => {
  const hash = Buffer.from(root, 'base64');
  const header = 'c2sp.org/tlog-proof@v1';
  const proof = `${header}\nextra AQID\nindex 7\n${root}\n${root}\n\n${note}`;

  it('is read as it is written', () => {
    const parsed = parseProof(proof);
    expect(parsed).toEqual({
      extra: Uint8Array.of(1, 2, 3),
      index: 7,
      hashes: [new Uint8Array(hash), new Uint8Array(hash)],
      checkpoint: note,
    });
    expect(formatProof(parsed)).toBe(proof);
    const short = `${header}\nindex 0\n\n${note}`;
    expect(parseProof(Buffer.from(short))).toEqual({ index: 0, hashes: [], checkpoint: note });
    expect(formatProof(parseProof(short))).toBe(short);
  });

  it.each([
    ['nothing', ''],
    ['another version', proof.replace('@v1', '@v2')],
    ['a carriage return', proof.replace('\n', '\r\n')],
    ['a leading zero', proof.replace('index 7', 'index 07')],
    ['an index that is too large', proof.replace('index 7', 'index 9007199254740992')],
    ['no index', proof.replace('index 7\n', '')],
    ['extra data after the index', `${header}\nindex 7\nextra AQID\n\n${note}`],
    ['extra data twice', proof.replace('extra AQID', 'extra AQID\nextra AQID')],
    ['bad extra data', proof.replace('AQID', 'AQI')],
    ['a short hash', proof.replace(root, root.slice(4))],
    ['64 hashes', `${header}\nindex 7\n${`${root}\n`.repeat(64)}\n${note}`],
    ['no checkpoint', `${header}\nindex 7\n`],
    ['too many bytes', `${header}\nextra ${'A'.repeat(140_000)}\nindex 7\n\n${note}`],
  ])('is refused with %s', async (_, changed) => {
    expect(await codeOf(() => parseProof(changed))).toBe('malformed-proof');
  });
});

describe('a request to a witness', () => {
  const body = `old 20852014\n${root}\n\n${note}`;

  it('is read as it is written', () => {
    const request = parseWitnessRequest(body);
    expect(request).toMatchObject({ oldSize: 20_852_014, checkpoint: note });
    expect(request.hashes).toHaveLength(1);
    expect(formatWitnessRequest(request)).toBe(body);
    expect(parseWitnessRequest(`old 0\n\n${note}`)).toEqual({ oldSize: 0, hashes: [], checkpoint: note });
  });

  it.each([
    ['nothing', ''],
    ['no size', body.replace('old 20852014\n', '')],
    ['a leading zero', body.replace('old 2', 'old 02')],
    ['two spaces', body.replace('old ', 'old  ')],
    ['a short hash', body.replace(root, root.slice(4))],
    ['64 hashes', `old 1\n${`${root}\n`.repeat(64)}\n${note}`],
    ['no checkpoint', 'old 0\n'],
    ['too many bytes', body + 'x'.repeat(70_000)],
  ])('is refused with %s', async (_, changed) => {
    expect(await codeOf(() => parseWitnessRequest(changed))).toBe('malformed-request');
  });
});
