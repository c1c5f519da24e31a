import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatCheckpoint } from '../../server/src/platform/tlog/format.js';
import { formatNote, signNote, type Signer } from '../../server/src/platform/tlog/sign.js';
import { joinBundle } from '../../server/src/platform/tlog/tiles.js';
import { openLog, setSha256, type AuditOptions, type FetchResource } from '../src/index.js';
import { codeOf, fetchFrom, makeLog, origin, someEntries, type ExampleLog } from './support/example-log.js';
import { signerOf } from './support/keys.js';
import { leafOf, rootOf, useNodeHash } from './support/reference.js';

let signer: Signer;
/** With tiles of one level above the entries' hashes, as most tests need no more. */
let log: ExampleLog;
/** With tiles of two. */
let large: ExampleLog;
let trusted: Pick<AuditOptions, 'keys'>;
beforeAll(async () => {
  useNodeHash();
  signer = await signerOf(origin, 1);
  trusted = { keys: [signer.key] };
  const entries = someEntries(66_000);
  large = await makeLog(entries, signer);
  log = await makeLog(entries.slice(0, 1000), signer);
});
afterAll(() => setSha256());

async function audit(fetchResource: FetchResource, options: Partial<AuditOptions> = {}): Promise<number> {
  const { entries } = await openLog({ fetchResource, ...trusted, ...options });
  let count = 0;
  for await (const { index, entry } of entries())
    if (index === count && entry.type === 'certificate.issued') count++;
  return count;
}

const checkpointOf = async (entries: readonly Uint8Array[], by = signer): Promise<string> => {
  const text = formatCheckpoint({
    origin: by.key.name,
    size: entries.length,
    root: rootOf(entries.map(leafOf)),
  });
  return formatNote(text, await signNote(text, by));
};

describe('an audit', () => {
  it('reads all entries', async () => {
    expect(await audit(large.fetchResource)).toBe(66_000);
  });

  it.each([0, 1, 255, 256, 257, 512, 700])('reads all of %s entries', async (count) => {
    const { fetchResource } = await makeLog(log.entries.slice(0, count), signer);
    expect(await audit(fetchResource)).toBe(count);
  });

  it.each([0, 1, 255, 256, 257, 999, 1000])('confirms an older checkpoint of %s entries', async (size) => {
    const since = await checkpointOf(log.entries.slice(0, size));
    expect(await audit(log.fetchResource, { since })).toBe(1000);
  });

  it('reads a full tile where the partial one is gone', async () => {
    const served = new Map(large.files).set('checkpoint', Buffer.from(log.checkpoint));
    expect(await audit(fetchFrom(served))).toBe(1000);
  });

  it('says how much it expects at most, and reports what cannot be read', async () => {
    const limits = new Map<string, number>();
    await audit((path, maxBytes) => {
      limits.set(path, maxBytes);
      return log.fetchResource(path, maxBytes);
    });
    expect(limits.get('tile/0/000')).toBe(8192);
    expect(limits.get('tile/entries/000')).toBe(256 * 65_537);
    const files = new Map(log.files);
    files.delete('tile/entries/002');
    expect(await codeOf(() => audit(fetchFrom(files)))).toBe('Error: 404 tile/entries/002');
  });
});

describe('a log that was changed', () => {
  const with_ = (changes: Record<string, Uint8Array>, { files } = log): FetchResource =>
    fetchFrom(new Map([...files, ...Object.entries(changes)]));
  const changedBundle = (): Uint8Array => {
    const [first = new Uint8Array(), ...others] = log.entries.slice(256, 512);
    return joinBundle([Buffer.from(Buffer.from(first).toString().replace('943', '944')), ...others]);
  };

  it('is found by an entry', async () => {
    expect(await codeOf(() => audit(with_({ 'tile/entries/001': changedBundle() })))).toBe('other-tile');
    const short = joinBundle(log.entries.slice(256, 511));
    expect(await codeOf(() => audit(with_({ 'tile/entries/001': short })))).toBe('other-tile');
  });

  it.each<[string, () => ExampleLog]>([
    ['tile/0/001', () => log],
    ['tile/0/003.p/232', () => log],
    ['tile/1/000.p/3', () => log],
    ['tile/1/000', () => large],
    ['tile/2/000.p/1', () => large],
  ])('is found by %s', async (path, of) => {
    const tile = Buffer.from(of().files.get(path) as Uint8Array);
    tile[tile.length - 1] = (tile.at(-1) ?? 0) ^ 1;
    expect(await codeOf(() => audit(with_({ [path]: tile }, of())))).toBe('other-tile');
    expect(await codeOf(() => audit(with_({ [path]: tile.subarray(1) }, of())))).toBe('malformed-tile');
  });

  it('is found by the root', async () => {
    const text = formatCheckpoint({ origin, size: 1000, root: leafOf(Buffer.from('another')) });
    const checkpoint = Buffer.from(formatNote(text, await signNote(text, signer)));
    expect(await codeOf(() => audit(with_({ checkpoint })))).toBe('other-root');
  });

  it('is found by an older checkpoint, if all else was made to fit', async () => {
    const since = await checkpointOf(log.entries.slice(0, 600));
    const entries = log.entries.slice(0, 700);
    const other = [...entries.slice(0, 300), log.entries[9] as Uint8Array, ...entries.slice(301)];
    const { fetchResource } = await makeLog(other, signer);
    expect(await audit(fetchResource)).toBe(700);
    expect(await codeOf(() => audit(fetchResource, { since }))).toBe('rewritten');
  });

  it('is found by its size or its name', async () => {
    const { fetchResource } = await makeLog(log.entries.slice(0, 300), signer);
    const since = await checkpointOf(log.entries.slice(0, 301));
    expect(await codeOf(() => audit(fetchResource, { since }))).toBe('shrunk');
    const stranger = await signerOf('example.com/other', 1, 8);
    const foreign = await checkpointOf(log.entries.slice(0, 3), stranger);
    const keys = [signer.key, stranger.key];
    expect(await codeOf(() => audit(fetchResource, { keys, since: foreign }))).toBe('other-origin');
    expect(await codeOf(() => audit(fetchResource, { keys: [stranger.key] }))).toBe('unknown-key');
  });

  it('is found by an entry that is none', async () => {
    const { fetchResource } = await makeLog([Buffer.from('{"v": 1}')], signer);
    expect(await codeOf(() => audit(fetchResource))).toBe('malformed-entry');
  });
});
