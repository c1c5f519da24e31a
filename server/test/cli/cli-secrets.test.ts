import { chown, stat } from 'node:fs/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSecretBox, markOf } from '../../src/platform/secrets/secret-box.js';
import { sealNameless } from '../support/nameless-seal.js';
import { start } from '../support/regrove-process.js';
import { until } from '../support/until.js';
import { Vault, type SealedRow } from '../support/vault.js';

let vault: Vault;
beforeEach(async () => {
  vault = await Vault.open();
});
afterEach(() => vault.close());

describe('secrets rotate with generated keys', () => {
  it('re-encrypts passwords and links in mails with a new key while the server runs', async () => {
    const server = await vault.newServer('before');
    await vault.world.customer.api.post('/users', { email: 'jo@example.com' });
    const [old = ''] = await vault.keysInFile();
    const links = await vault.world.server.sql<SealedRow>('select id, secret_sealed as sealed from mails');
    const { secrets } = vault;
    const link = links.map(({ id, sealed }) => secrets.open(sealed, id));

    expect(await vault.rotate()).toEqual({
      code: 0,
      value: { key: 'generated', resealed: 2, unopenable: 0 },
    });
    const [fresh = '', ...rest] = await vault.keysInFile();
    expect(rest).toEqual([old]);
    expect((await stat(vault.keyFile)).mode & 0o777).toBe(0o600);
    for (const { sealed } of await vault.sealedRows()) expect(sealed.subarray(0, 9)).toEqual(markOf(fresh));
    expect((await vault.openedAfresh()).sort()).toEqual(['before', ...link].sort());
    for (const { id, sealed } of await vault.sealedRows()) secrets.open(sealed, id);

    await vault.newServer('after');
    await vault.world.customer.api.patch(`/servers/${server}`, { password: 'changed' });
    for (const { sealed } of await vault.sealedRows()) expect(sealed.subarray(0, 9)).toEqual(markOf(fresh));
    expect((await vault.openedAfresh()).sort()).toEqual(['after', 'changed', ...link].sort());
    expect(await vault.doctor()).toMatchObject({ ok: true, detail: 'all secrets can be decrypted' });
  });

  it('keeps the previous key, and removes older ones unless something needs them', async () => {
    await vault.newServer('password');
    const [oldest = ''] = await vault.keysInFile();
    await vault.rotate();
    const [older = ''] = await vault.keysInFile();
    await vault.rotate();
    const keys = await vault.keysInFile();
    expect(keys).toEqual([expect.any(String), older]);
    expect(keys).not.toContain(oldest);
    expect(await vault.openedAfresh()).toEqual(['password']);
  });

  it.runIf(process.getuid?.() === 0)('keeps the owner of the file when root runs it', async () => {
    await chown(vault.keyFile, 1234, 1234);
    await vault.rotate();
    expect(await stat(vault.keyFile)).toMatchObject({ uid: 1234, gid: 1234 });
    expect(await vault.keysInFile()).toHaveLength(2);
  });

  it('includes secrets that an outdated process has encrypted with the previous key', async () => {
    const id = await vault.newServer('password');
    const [old = ''] = await vault.keysInFile();
    await vault.rotate();
    await vault.setSealed(id, createSecretBox(() => [old]).seal('late', id));
    expect(await vault.openedAfresh()).toEqual(['late']);
    expect(await vault.doctor()).toMatchObject({
      ok: true,
      detail: expect.stringContaining('1 should be re-encrypted'),
    });
    expect((await vault.rotate()).value).toMatchObject({ resealed: 1 });
    expect(await vault.openedAfresh()).toEqual(['late']);
    expect(await vault.keysInFile()).not.toContain(old);
  });

  it('re-encrypts secrets from before they named their key', async () => {
    const id = await vault.newServer('password');
    const [key = ''] = await vault.keysInFile();
    await vault.setSealed(id, sealNameless('of old', id, key));
    expect(await vault.doctor()).toMatchObject({
      ok: true,
      detail: expect.stringContaining('1 should be re-encrypted'),
    });
    expect((await vault.rotate()).value).toMatchObject({ resealed: 1, unopenable: 0 });
    expect(await vault.openedAfresh()).toEqual(['of old']);
    expect((await vault.sealedRows())[0]?.sealed[0]).toBe(2);
  });

  it('loses nothing when several run concurrently', async () => {
    await vault.manyServers(600);
    await Promise.all([vault.rotate(), vault.rotate(), vault.rotate()]);
    expect(new Set(await vault.openedAfresh())).toEqual(new Set(['of many']));
    expect((await vault.keysInFile()).length).toBeLessThanOrEqual(4);
    await vault.rotate();
    expect(await vault.keysInFile()).toHaveLength(2);
    expect(new Set(await vault.openedAfresh())).toEqual(new Set(['of many']));
  });

  it('writes no secret to the audit trail, only which key replaced which', async () => {
    await vault.newServer('never-in-a-trail');
    await vault.rotate();
    const entries = await vault.world.server.sql<{ action: string; whole: string }>(
      `select action, row_to_json(audit_entries)::text as whole from audit_entries
       where actor_kind = 'operator' and action like 'secret%' order by at, id`,
    );
    expect(entries.map(({ action }) => action)).toEqual(['secret_key.replace', 'secrets.reseal']);
    const [fresh = '', old = ''] = await vault.keysInFile();
    const idOf = (key: string): string => markOf(key).subarray(1).toString('hex');
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
    const client = new pg.Client({ connectionString: vault.world.server.database.url });
    await client.connect();
    await client.query('begin');
    const { rows } = await client.query<{ id: string }>(
      'select id from servers order by account_id desc, id desc limit 1 for update',
    );
    return { id: rows[0]?.id ?? '', client };
  }
  const isWaiting = async (): Promise<boolean> => {
    const rows = await vault.world.server.sql(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  };

  it('does not overwrite a password that is being changed', async () => {
    await vault.newServer('before');
    const { id, client } = await holdLastServer();
    const rotating = vault.rotate();
    await until('the command to wait for its turn', isWaiting);
    const { secrets } = vault;
    await client.query('update servers set password_sealed = $2 where id = $1', [
      id,
      secrets.seal('changed', id),
    ]);
    await client.query('commit');
    await client.end();
    expect((await rotating).value).toMatchObject({ resealed: 0, unopenable: 0 });
    expect(await vault.openedAfresh()).toEqual(['changed']);
  });

  it('leaves everything readable when it is killed midway, and the next run completes it', async () => {
    await vault.manyServers(600);
    const [old = ''] = await vault.keysInFile();
    const { client } = await holdLastServer();
    const rotating = start(['secrets', 'rotate'], vault.env);
    await until('the command to wait for its turn', isWaiting);
    await rotating.stop('SIGKILL');
    await client.end();

    const [fresh = '', ...rest] = await vault.keysInFile();
    expect(rest).toEqual([old]);
    const marks = new Set(
      (await vault.sealedRows()).map(({ sealed }) => sealed.subarray(0, 9).toString('hex')),
    );
    expect(marks).toEqual(new Set([fresh, old].map((key) => markOf(key).toString('hex'))));
    expect(new Set(await vault.openedAfresh())).toEqual(new Set(['of many']));
    const { secrets } = vault;
    for (const { id, sealed } of await vault.sealedRows()) expect(secrets.open(sealed, id)).toBe('of many');

    expect((await vault.rotate()).value).toMatchObject({ resealed: 601, unopenable: 0 });
    expect(await vault.keysInFile()).toEqual([expect.any(String), fresh]);
    expect(new Set(await vault.openedAfresh())).toEqual(new Set(['of many']));
  });
});
