import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSecretBox, keyPrefixOf } from '../../src/platform/secrets/secret-box.js';
import { accountsOf, createSandbox, schemaOf, type TestSandbox } from '../support/sandboxes.js';
import { SecretsInstallation, type SealedRow } from '../support/secrets-installation.js';

let installation: SecretsInstallation;
let sandbox: TestSandbox;
let expired: TestSandbox;
beforeEach(async () => {
  installation = await SecretsInstallation.open();
  sandbox = await createSandbox(installation.world);
  expired = await createSandbox(installation.world);
  for (const { api, ...one } of [sandbox, expired]) {
    const { 'First customer': customer } = await accountsOf({ api, ...one });
    const invited = await api.post(`/accounts/${customer.id}/users`, { email: 'jo@example.com' });
    expect(invited.status).toBe(200);
  }
  await installation.world.server.sql(
    "update sandboxes set expires_at = now() - interval '1 day' where id = $1",
    [expired.id],
  );
});
afterEach(() => installation.close());

const sealedIn = (one: TestSandbox): Promise<SealedRow[]> =>
  installation.world.server.sql<SealedRow>(
    `select id, secret_sealed as sealed from ${schemaOf(one)}.mails where secret_sealed is not null`,
  );

/** What a process would open that starts now. */
async function openWithStoredKeys(one: TestSandbox): Promise<string[]> {
  const keys = await installation.keysInFile();
  const box = createSecretBox(() => keys);
  return (await sealedIn(one)).map(({ id, sealed }) => box.open(sealed, id));
}

describe('secrets rotate', () => {
  it('re-encrypts the secrets of sandboxes, also of expired ones, before it removes a key', async () => {
    const before = [await openWithStoredKeys(sandbox), await openWithStoredKeys(expired)];
    expect(before.flat().length).toBeGreaterThanOrEqual(2);
    const [oldest = ''] = await installation.keysInFile();
    expect(await installation.rotate()).toEqual({
      code: 0,
      value: { key: 'generated', resealed: before.flat().length, unopenable: 0 },
    });
    await installation.rotate();
    const [fresh = '', ...rest] = await installation.keysInFile();
    expect(rest).toHaveLength(1);
    expect(rest).not.toContain(oldest);
    for (const one of [sandbox, expired])
      for (const { sealed } of await sealedIn(one)) expect(sealed.subarray(0, 9)).toEqual(keyPrefixOf(fresh));
    expect([await openWithStoredKeys(sandbox), await openWithStoredKeys(expired)]).toEqual(before);
    const recorded = await installation.world.server.sql(
      "select distinct subject_id as id from audit_entries where action = 'secrets.reseal' order by 1",
    );
    expect(recorded).toEqual(
      [sandbox, expired].map(({ id }) => ({ id })).sort((a, b) => (a.id < b.id ? -1 : 1)),
    );
  });

  it('keeps a key that only a sandbox still needs', async () => {
    const [needed = ''] = await installation.keysInFile();
    await installation.rotate();
    // Of a process that has not noticed the new key.
    const [{ id } = { id: '' }] = await sealedIn(expired);
    const sealed = createSecretBox(() => [needed]).seal('late', id);
    const damaged = Buffer.concat([sealed.subarray(0, -1), Buffer.of((sealed.at(-1) ?? 0) ^ 1)]);
    await installation.world.server.sql(
      `update ${schemaOf(expired)}.mails set secret_sealed = $2 where id = $1`,
      [id, damaged],
    );
    expect(await installation.rotate()).toMatchObject({ code: 1, value: { unopenable: 1 } });
    expect(await installation.keysInFile()).toContain(needed);
    await installation.world.server.sql(
      `update ${schemaOf(expired)}.mails set secret_sealed = $2 where id = $1`,
      [id, sealed],
    );
    expect(await installation.rotate()).toMatchObject({ code: 0, value: { unopenable: 0 } });
    expect(await openWithStoredKeys(expired)).toContain('late');
    expect(await installation.keysInFile()).not.toContain(needed);
  });

  it('goes on if a listed sandbox has no schema any more', async () => {
    await installation.world.server.sql(`drop schema ${schemaOf(expired)} cascade`);
    expect(await installation.rotate()).toMatchObject({ code: 0, value: { unopenable: 0 } });
    expect(await openWithStoredKeys(sandbox)).not.toEqual([]);
  });
});

it('A mail that no key opens is shown without its link, with the others, and the doctor names its sandbox', async () => {
  const [{ id } = { id: '' }] = await sealedIn(sandbox);
  const lost = createSecretBox(() => ['lost']).seal('of a lost key', id);
  const all = (await sandbox.api.get('/sandbox/mails')).body;
  expect(all.length).toBeGreaterThanOrEqual(1);
  await installation.world.server.sql(
    `update ${schemaOf(sandbox)}.mails set secret_sealed = $2 where id = $1`,
    [id, lost],
  );
  const answer = await sandbox.api.get('/sandbox/mails');
  expect(answer.status).toBe(200);
  const withoutText = ({ text: _, html: __, ...rest }: Record<string, unknown>) => rest;
  expect(answer.body.map(withoutText)).toEqual(all.map(withoutText));
  expect(await installation.doctor()).toMatchObject({
    ok: false,
    detail: expect.stringContaining(`(in sandboxes: ${sandbox.id})`),
  });
});
