import { chown, stat } from 'node:fs/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSecretBox, keyPrefixOf } from '../../src/platform/secrets/secret-box.js';
import { sealInOldFormat } from '../support/old-secret-format.js';
import { start } from '../support/regrove-process.js';
import { until } from '../support/until.js';
import { SecretsInstallation, type SealedRow } from '../support/secrets-installation.js';

let installation: SecretsInstallation;
beforeEach(async () => {
  installation = await SecretsInstallation.open();
});
afterEach(() => installation.close());

describe('secrets rotate with generated keys', () => {
  it('re-encrypts passwords and links in mails with a new key while the server runs', async () => {
    const server = await installation.newServer('before');
    await installation.world.customer.api.post('/users', { email: 'jo@example.com' });
    const [old = ''] = await installation.keysInFile();
    const links = await installation.world.server.sql<SealedRow>(
      'select id, secret_sealed as sealed from mails',
    );
    const { secrets } = installation;
    const link = links.map(({ id, sealed }) => secrets.open(sealed, id));

    expect(await installation.rotate()).toEqual({
      code: 0,
      value: { key: 'generated', resealed: 2, unopenable: 0 },
    });
    const [fresh = '', ...rest] = await installation.keysInFile();
    expect(rest).toEqual([old]);
    expect((await stat(installation.keyFile)).mode & 0o777).toBe(0o600);
    for (const { sealed } of await installation.sealedRows())
      expect(sealed.subarray(0, 9)).toEqual(keyPrefixOf(fresh));
    expect((await installation.openWithStoredKeys()).sort()).toEqual(['before', ...link].sort());
    for (const { id, sealed } of await installation.sealedRows()) secrets.open(sealed, id);

    await installation.newServer('after');
    await installation.world.customer.api.patch(`/servers/${server}`, { password: 'changed' });
    for (const { sealed } of await installation.sealedRows())
      expect(sealed.subarray(0, 9)).toEqual(keyPrefixOf(fresh));
    expect((await installation.openWithStoredKeys()).sort()).toEqual(['after', 'changed', ...link].sort());
    expect(await installation.doctor()).toMatchObject({ ok: true, detail: 'all secrets can be decrypted' });
  });

  it('keeps the previous key, and removes older ones unless something needs them', async () => {
    await installation.newServer('password');
    const [oldest = ''] = await installation.keysInFile();
    await installation.rotate();
    const [older = ''] = await installation.keysInFile();
    await installation.rotate();
    const keys = await installation.keysInFile();
    expect(keys).toEqual([expect.any(String), older]);
    expect(keys).not.toContain(oldest);
    expect(await installation.openWithStoredKeys()).toEqual(['password']);
  });

  it.runIf(process.getuid?.() === 0)('keeps the owner of the file when root runs it', async () => {
    await chown(installation.keyFile, 1234, 1234);
    await installation.rotate();
    expect(await stat(installation.keyFile)).toMatchObject({ uid: 1234, gid: 1234 });
    expect(await installation.keysInFile()).toHaveLength(2);
  });

  it('includes secrets that an outdated process has encrypted with the previous key', async () => {
    const id = await installation.newServer('password');
    const [old = ''] = await installation.keysInFile();
    await installation.rotate();
    await installation.setSealed(id, createSecretBox(() => [old]).seal('late', id));
    expect(await installation.openWithStoredKeys()).toEqual(['late']);
    expect(await installation.doctor()).toMatchObject({
      ok: true,
      detail: expect.stringContaining('1 should be re-encrypted'),
    });
    expect((await installation.rotate()).value).toMatchObject({ resealed: 1 });
    expect(await installation.openWithStoredKeys()).toEqual(['late']);
    expect(await installation.keysInFile()).not.toContain(old);
  });

  it('re-encrypts secrets from before they named their key', async () => {
    const id = await installation.newServer('password');
    const [key = ''] = await installation.keysInFile();
    await installation.setSealed(id, sealInOldFormat('of old', id, key));
    expect(await installation.doctor()).toMatchObject({
      ok: true,
      detail: expect.stringContaining('1 should be re-encrypted'),
    });
    expect((await installation.rotate()).value).toMatchObject({ resealed: 1, unopenable: 0 });
    expect(await installation.openWithStoredKeys()).toEqual(['of old']);
    expect((await installation.sealedRows())[0]?.sealed[0]).toBe(2);
  });

  it('loses nothing when several run concurrently', async () => {
    await installation.createServers(600);
    await Promise.all([installation.rotate(), installation.rotate(), installation.rotate()]);
    expect(new Set(await installation.openWithStoredKeys())).toEqual(new Set(['of many']));
    expect((await installation.keysInFile()).length).toBeLessThanOrEqual(4);
    await installation.rotate();
    expect(await installation.keysInFile()).toHaveLength(2);
    expect(new Set(await installation.openWithStoredKeys())).toEqual(new Set(['of many']));
  });

  it('writes no secret to the audit trail, only which key replaced which', async () => {
    await installation.newServer('never-in-a-trail');
    await installation.rotate();
    const entries = await installation.world.server.sql<{ action: string; whole: string }>(
      `select action, row_to_json(audit_entries)::text as whole from audit_entries
       where actor_kind = 'operator' and action like 'secret%' order by at, id`,
    );
    expect(entries.map(({ action }) => action)).toEqual(['secret_key.replace', 'secrets.reseal']);
    const [fresh = '', old = ''] = await installation.keysInFile();
    const idOf = (key: string): string => keyPrefixOf(key).subarray(1).toString('hex');
    expect(JSON.parse(entries[0]?.whole ?? '')).toMatchObject({
      before: { key_id: idOf(old) },
      after: { key_id: idOf(fresh) },
    });
    for (const secret of ['never-in-a-trail', fresh, old])
      expect(JSON.stringify(entries)).not.toContain(secret);
  });
});

describe('secrets rotate with concurrent writes', () => {
  /** Locks the server that is processed last. */
  async function holdLastServer(): Promise<{ id: string; client: pg.Client }> {
    const client = new pg.Client({ connectionString: installation.world.server.database.url });
    await client.connect();
    await client.query('begin');
    const { rows } = await client.query<{ id: string }>(
      'select id from servers order by account_id desc, id desc limit 1 for update',
    );
    return { id: rows[0]?.id ?? '', client };
  }
  const isWaiting = async (): Promise<boolean> => {
    const rows = await installation.world.server.sql(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  };

  it('does not overwrite a password that is being changed', async () => {
    await installation.newServer('before');
    const { id, client } = await holdLastServer();
    const rotating = installation.rotate();
    await until('the command to wait for its turn', isWaiting);
    const { secrets } = installation;
    await client.query('update servers set password_sealed = $2 where id = $1', [
      id,
      secrets.seal('changed', id),
    ]);
    await client.query('commit');
    await client.end();
    expect((await rotating).value).toMatchObject({ resealed: 0, unopenable: 0 });
    expect(await installation.openWithStoredKeys()).toEqual(['changed']);
  });

  it('leaves everything readable when it is killed midway, and the next run completes it', async () => {
    await installation.createServers(600);
    const [old = ''] = await installation.keysInFile();
    const { client } = await holdLastServer();
    const rotating = start(['secrets', 'rotate'], installation.env);
    await until('the command to wait for its turn', isWaiting);
    await rotating.stop('SIGKILL');
    await client.end();

    const [fresh = '', ...rest] = await installation.keysInFile();
    expect(rest).toEqual([old]);
    const marks = new Set(
      (await installation.sealedRows()).map(({ sealed }) => sealed.subarray(0, 9).toString('hex')),
    );
    expect(marks).toEqual(new Set([fresh, old].map((key) => keyPrefixOf(key).toString('hex'))));
    expect(new Set(await installation.openWithStoredKeys())).toEqual(new Set(['of many']));
    const { secrets } = installation;
    for (const { id, sealed } of await installation.sealedRows())
      expect(secrets.open(sealed, id)).toBe('of many');

    expect((await installation.rotate()).value).toMatchObject({ resealed: 601, unopenable: 0 });
    expect(await installation.keysInFile()).toEqual([expect.any(String), fresh]);
    expect(new Set(await installation.openWithStoredKeys())).toEqual(new Set(['of many']));
  });
});
