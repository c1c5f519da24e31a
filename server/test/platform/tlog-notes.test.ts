import { beforeAll, describe, expect, it } from 'vitest';
import { parseCheckpoint, type Entry } from '@regrove/verify';
import { codeOf, issued } from '../../../verify/test/support/example-log.js';
import { signerOf } from '../../../verify/test/support/keys.js';
import { logLine, note, root, text, witnessLine } from '../../../verify/test/support/vectors.js';
import { formatCheckpoint, formatEntry } from '../../src/platform/tlog/format.js';
import { cosign, formatNote, signNote, type Signer } from '../../src/platform/tlog/sign.js';
import { formatWitnessRequest, parseWitnessRequest } from '../../src/platform/tlog/witness-request.js';

let log: Signer;
let witness: Signer;
beforeAll(async () => {
  log = await signerOf('example.com/behind-the-sofa', 1);
  witness = await signerOf('witness.example.com/w1', 4);
});

describe('A note', () => {
  it('is signed as others do', async () => {
    expect(await signNote(text, log)).toBe(logLine);
    expect(await cosign(text, witness, 1_679_315_147)).toBe(witnessLine);
    expect(formatNote(text, logLine, witnessLine)).toBe(note);
  });

  it('is not signed if it could not be opened', async () => {
    expect(await codeOf(() => signNote('no newline', log))).toBe('malformed-note');
    expect(await codeOf(() => signNote('tab\t\n', log))).toBe('malformed-note');
    expect(await codeOf(() => signNote(text, witness))).toBe('malformed-key');
    expect(await codeOf(() => cosign(text, log, 1))).toBe('malformed-key');
    expect(await codeOf(() => cosign(text, witness, 1.5))).toBe('out-of-range');
  });
});

describe('A checkpoint', () => {
  it('is not written if it could not be read', async () => {
    const checkpoint = parseCheckpoint(text);
    expect(await codeOf(() => formatCheckpoint({ ...checkpoint, size: 2 ** 53 }))).toBe(
      'malformed-checkpoint',
    );
    expect(await codeOf(() => formatCheckpoint({ ...checkpoint, extensions: ['a\nb'] }))).toBe(
      'malformed-checkpoint',
    );
    expect(await codeOf(() => formatCheckpoint({ ...checkpoint, origin: '' }))).toBe('malformed-checkpoint');
    expect(await codeOf(() => formatCheckpoint({ ...checkpoint, root: new Uint8Array(31) }))).toBe(
      'malformed-checkpoint',
    );
  });
});

describe('An entry', () => {
  it('is not written if it could not be read', async () => {
    expect(await codeOf(() => formatEntry({ ...issued(1), trees: 1 } as unknown as Entry))).toBe(
      'malformed-entry',
    );
    expect(await codeOf(() => formatEntry({ v: 1, type: 'x'.repeat(65_536) }))).toBe('malformed-entry');
  });
});

describe('A request to a witness', () => {
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
