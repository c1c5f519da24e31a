import { openCheckpoint, parseNote, parseProof, readCertificateFile } from '@regrove/verify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signerOf } from '../../../verify/test/support/keys.js';
import { updateLog } from '../../src/features/log/update-log.js';
import { changeNote } from '../../src/features/log/log-store.js';
import { withSignatureOf } from '../../src/features/log/note-signatures.js';
import { rotateLogKey } from '../../src/features/log/rotate-key.js';
import { inTransaction } from '../../src/database/in-transaction.js';
import type { Context } from '../../src/database/context.js';
import { cosign } from '../../src/platform/tlog/sign.js';
import { fetchPage, issueCertificate, type PageResponse } from '../support/public-pages.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let member: TestAccount;
let pdfUrl: string;
beforeAll(async () => {
  world = await startWorld();
  member = await world.newAccount();
});
afterAll(() => world.stop());

const context = (): Context => world.server.running.instance.context;
const issue = async (): Promise<string> => {
  const issued = await issueCertificate(member, 12, world.projects.forest);
  await updateLog(context());
  return issued.pdfUrl;
};
const get = (headers: Record<string, string> = {}): Promise<PageResponse> =>
  fetchPage(world, pdfUrl, headers);
const noteIn = async ({ body }: PageResponse): Promise<string> => {
  const { proof } = await readCertificateFile(body);
  if (!proof) throw new Error('The PDF has no proof');
  return parseProof(proof).checkpoint;
};
const etagOf = ({ headers }: PageResponse): string => String(headers['etag']);
const newest = async (): Promise<string> => (await fetchPage(world, '/log/checkpoint')).text;

// Each has been read before, so that it may be kept somewhere.
let before: PageResponse;
beforeEach(async () => {
  pdfUrl = await issue();
  before = await get();
  expect(await noteIn(before)).toBe(await newest());
});

async function expectFresh(): Promise<void> {
  const after = await get({ 'if-none-match': etagOf(before) });
  expect(after.status).toBe(200);
  expect(await noteIn(after)).toBe(await newest());
  expect(etagOf(after)).not.toBe(etagOf(before));
  expect((await get({ 'if-none-match': etagOf(after) })).status).toBe(304);
}

describe('The proof in a PDF that was read before', () => {
  it('is signed by the new key as soon as the key is replaced', async () => {
    await rotateLogKey(context());
    await expectFresh();
    const { key } = await context().transparency.signer();
    expect((await openCheckpoint(await noteIn(await get()), { keys: [key] })).keyId).toBe(key.id);
  });

  it('gets the signature of a witness that answers later', async () => {
    const witness = await signerOf('witness.example.com/w1', 4, 3);
    const { text } = parseNote(await newest());
    const { size } = await openCheckpoint(await newest(), {
      keys: [(await context().transparency.signer()).key],
    });
    const line = await cosign(text, witness, 1_790_000_000);
    await inTransaction(context(), ({ db }) =>
      changeNote(db, size, (note) => withSignatureOf(note, witness.key, line)),
    );
    await expectFresh();
    expect(await noteIn(await get())).toContain('— witness.example.com/w1 ');
  });

  it('is of the newest checkpoint', async () => {
    await issue();
    await expectFresh();
  });
});
