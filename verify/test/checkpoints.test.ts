import { describe, expect, it } from 'vitest';
import { formatCheckpoint, formatProof } from '../../server/src/platform/tlog/format.js';
import { formatNote, signNote } from '../../server/src/platform/tlog/sign.js';
import { openCheckpoint, parseCheckpoint, parseProof } from '../src/index.js';
import { codeOf } from './support/example-log.js';
import { signerOf } from './support/keys.js';
import { logKey, logLine, note, root, text, witnessKey } from './support/vectors.js';

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
