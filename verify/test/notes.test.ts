import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Signer } from '../../server/src/platform/tlog/sign.js';
import {
  formatVerifierKey,
  makeVerifierKey,
  openNote,
  parseNote,
  parseVerifierKey,
  type VerifierKey,
} from '../src/index.js';
import { codeOf } from './support/example-log.js';
import { signerOf } from './support/keys.js';
import { logKey, logLine, note, text, witnessKey, witnessLine } from './support/vectors.js';

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

  it('says so where Ed25519 or Web Crypto is missing', async () => {
    const missing = new DOMException('Unrecognized name.', 'NotSupportedError');
    vi.stubGlobal('crypto', { subtle: { importKey: () => Promise.reject(missing) } });
    expect(await codeOf(() => openNote(note, keys))).toBe('unsupported');
    vi.stubGlobal('crypto', undefined);
    expect(await codeOf(() => openNote(note, keys))).toBe('unsupported');
    vi.unstubAllGlobals();
  });
});
