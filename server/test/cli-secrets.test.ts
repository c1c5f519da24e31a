import { chown, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSecretBox, markOf } from '../src/platform/secret-box.js';
import type { Json } from './support/api-client.js';
import { sealNameless } from './support/nameless-seal.js';
import { runHere } from './support/command-line.js';
import { start, type Environment } from './support/regrove-process.js';
import { until } from './support/until.js';
import { startWorld, type World } from './support/world.js';

let world: World;
let env: Environment;
beforeEach(async () => {
  world = await startWorld();
  const { database, running } = world.server;
  env = {
    REGROVE_DATABASE_URL: database.url,
    REGROVE_DATA_DIR: running.instance.config.dataDir,
  };
});
afterEach(() => world.stop());

const keyFile = (): string => join(env['REGROVE_DATA_DIR'] ?? '', 'secret-key');
const keysInFile = async (): Promise<string[]> =>
  (await readFile(keyFile(), 'utf8')).split('\n').filter((line) => line !== '');

async function rotate(settings: Environment = {}): Promise<{ code: number | null; value: Json }> {
  const { code, stdout, stderr } = await runHere(['secrets', 'rotate', '--json'], { ...env, ...settings });
  if (stdout === '') throw new Error(stderr);
  return { code, value: JSON.parse(stdout) };
}

async function doctor(settings: Environment = {}): Promise<Json> {
  const { stdout } = await runHere(['doctor', '--json'], { ...env, ...settings });
  return JSON.parse(stdout).find(({ check }: Json) => check === 'secrets');
}

const newServer = async (password: string): Promise<string> => {
  const { status, body } = await world.customer.api.post('/servers', {
    type: 'papercut',
    url: 'https://print.example',
    username: 'reader',
    password,
  });
  expect(status).toBe(200);
  return body.id;
};

interface SealedRow {
  readonly id: string;
  readonly sealed: Buffer;
}
const sealedRows = (): Promise<SealedRow[]> =>
  world.server.sql<{ id: string; sealed: Buffer }>(
    `select id, password_sealed as sealed from servers where password_sealed is not null
     union all select id, secret_sealed from mails where secret_sealed is not null order by id`,
  );

/** What all rows say, as a process sees it that starts now. */
const openedAfresh = async (): Promise<string[]> => {
  const keys = await keysInFile();
  const box = createSecretBox(() => keys);
  return (await sealedRows()).map(({ id, sealed }) => box.open(sealed, id));
};

const setSealed = (id: string, sealed: Buffer): Promise<unknown[]> =>
  world.server.sql('update servers set password_sealed = $2 where id = $1', [id, sealed]);

/** Many servers, so that they take more than one batch. */
async function manyServers(count: number): Promise<void> {
  const first = await newServer('of many');
  const { secrets } = world.server.running.instance.context;
  const ids = Array.from({ length: count }, () => crypto.randomUUID());
  await world.server.sql(
    `insert into servers (account_id, id, type, url, username, password_sealed, created_at)
     select account_id, fresh.id, type, url, username, fresh.sealed, created_at
     from servers, unnest($2::uuid[], $3::bytea[]) as fresh (id, sealed) where servers.id = $1`,
    [first, ids, ids.map((id) => secrets.seal('of many', id))],
  );
}

describe('secrets rotate with generated keys', () => {
  it('seals passwords and links of mails with a new key, while the server goes on', async () => {
    const server = await newServer('before');
    await world.customer.api.post('/users', { email: 'jo@example.com' });
    const [old = ''] = await keysInFile();
    const links = await world.server.sql<SealedRow>('select id, secret_sealed as sealed from mails');
    const { secrets } = world.server.running.instance.context;
    const link = links.map(({ id, sealed }) => secrets.open(sealed, id));

    expect(await rotate()).toEqual({ code: 0, value: { key: 'generated', resealed: 2, unopenable: 0 } });
    const [fresh = '', ...rest] = await keysInFile();
    expect(rest).toEqual([old]);
    expect((await stat(keyFile())).mode & 0o777).toBe(0o600);
    for (const { sealed } of await sealedRows()) expect(sealed.subarray(0, 9)).toEqual(markOf(fresh));
    expect((await openedAfresh()).sort()).toEqual(['before', ...link].sort());
    for (const { id, sealed } of await sealedRows()) secrets.open(sealed, id);

    await newServer('after');
    await world.customer.api.patch(`/servers/${server}`, { password: 'changed' });
    for (const { sealed } of await sealedRows()) expect(sealed.subarray(0, 9)).toEqual(markOf(fresh));
    expect((await openedAfresh()).sort()).toEqual(['after', 'changed', ...link].sort());
    expect(await doctor()).toMatchObject({ ok: true, detail: 'the key opens what is stored' });
  });

  it('keeps the previous key, and drops older ones unless something needs them', async () => {
    await newServer('password');
    const [oldest = ''] = await keysInFile();
    await rotate();
    const [older = ''] = await keysInFile();
    await rotate();
    const keys = await keysInFile();
    expect(keys).toEqual([expect.any(String), older]);
    expect(keys).not.toContain(oldest);
    expect(await openedAfresh()).toEqual(['password']);
  });

  it.runIf(process.getuid?.() === 0)(
    'leaves the file to the one whose it is, when root does it',
    async () => {
      await chown(keyFile(), 1234, 1234);
      await rotate();
      expect(await stat(keyFile())).toMatchObject({ uid: 1234, gid: 1234 });
      expect(await keysInFile()).toHaveLength(2);
    },
  );

  it('takes along what a process that is behind has sealed with the previous key', async () => {
    const id = await newServer('password');
    const [old = ''] = await keysInFile();
    await rotate();
    await setSealed(id, createSecretBox(() => [old]).seal('late', id));
    expect(await openedAfresh()).toEqual(['late']);
    expect(await doctor()).toMatchObject({ ok: true, detail: expect.stringContaining('1 of it waits') });
    expect((await rotate()).value).toMatchObject({ resealed: 1 });
    expect(await openedAfresh()).toEqual(['late']);
    expect(await keysInFile()).not.toContain(old);
  });

  it('seals anew what was sealed before secrets named their key', async () => {
    const id = await newServer('password');
    const [key = ''] = await keysInFile();
    await setSealed(id, sealNameless('of old', id, key));
    expect(await doctor()).toMatchObject({ ok: true, detail: expect.stringContaining('1 of it waits') });
    expect((await rotate()).value).toMatchObject({ resealed: 1, unopenable: 0 });
    expect(await openedAfresh()).toEqual(['of old']);
    expect((await sealedRows())[0]?.sealed[0]).toBe(2);
  });

  it('beside others of its kind loses nothing', async () => {
    await manyServers(600);
    await Promise.all([rotate(), rotate(), rotate()]);
    expect(new Set(await openedAfresh())).toEqual(new Set(['of many']));
    expect((await keysInFile()).length).toBeLessThanOrEqual(4);
    await rotate();
    expect(await keysInFile()).toHaveLength(2);
    expect(new Set(await openedAfresh())).toEqual(new Set(['of many']));
  });

  it('leaves no secret in the audit trail, only which key took the place of which', async () => {
    await newServer('never-in-a-trail');
    await rotate();
    const entries = await world.server.sql<{ action: string; whole: string }>(
      `select action, row_to_json(audit_entries)::text as whole from audit_entries
       where actor_kind = 'operator' and action like 'secret%' order by at, id`,
    );
    expect(entries.map(({ action }) => action)).toEqual(['secret_key.replace', 'secrets.reseal']);
    const [fresh = '', old = ''] = await keysInFile();
    const idOf = (key: string): string => markOf(key).subarray(1).toString('hex');
    expect(JSON.parse(entries[0]?.whole ?? '')).toMatchObject({
      before: { key_id: idOf(old) },
      after: { key_id: idOf(fresh) },
    });
    for (const secret of ['never-in-a-trail', fresh, old])
      expect(JSON.stringify(entries)).not.toContain(secret);
  });
});

describe('secrets rotate beside others who write', () => {
  /** Holds the last server in the order of work. */
  async function holdLastServer(): Promise<{ id: string; client: pg.Client }> {
    const client = new pg.Client({ connectionString: world.server.database.url });
    await client.connect();
    await client.query('begin');
    const { rows } = await client.query<{ id: string }>(
      'select id from servers order by account_id desc, id desc limit 1 for update',
    );
    return { id: rows[0]?.id ?? '', client };
  }
  const isWaiting = async (): Promise<boolean> => {
    const rows = await world.server.sql(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  };

  it('does not overwrite a password that is being changed meanwhile', async () => {
    await newServer('before');
    const { id, client } = await holdLastServer();
    const rotating = rotate();
    await until(isWaiting);
    const { secrets } = world.server.running.instance.context;
    await client.query('update servers set password_sealed = $2 where id = $1', [
      id,
      secrets.seal('changed', id),
    ]);
    await client.query('commit');
    await client.end();
    expect((await rotating).value).toMatchObject({ resealed: 0, unopenable: 0 });
    expect(await openedAfresh()).toEqual(['changed']);
  });

  it('killed half-way leaves everything open to all, and the next run completes it', async () => {
    await manyServers(600);
    const [old = ''] = await keysInFile();
    const { client } = await holdLastServer();
    const rotating = start(['secrets', 'rotate'], env);
    await until(isWaiting);
    await rotating.stop('SIGKILL');
    await client.end();

    const [fresh = '', ...rest] = await keysInFile();
    expect(rest).toEqual([old]);
    const marks = new Set((await sealedRows()).map(({ sealed }) => sealed.subarray(0, 9).toString('hex')));
    expect(marks).toEqual(new Set([fresh, old].map((key) => markOf(key).toString('hex'))));
    expect(new Set(await openedAfresh())).toEqual(new Set(['of many']));
    const { secrets } = world.server.running.instance.context;
    for (const { id, sealed } of await sealedRows()) expect(secrets.open(sealed, id)).toBe('of many');

    expect((await rotate()).value).toMatchObject({ resealed: 601, unopenable: 0 });
    expect(await keysInFile()).toEqual([expect.any(String), fresh]);
    expect(new Set(await openedAfresh())).toEqual(new Set(['of many']));
  });
});

describe('secrets rotate with configured keys', () => {
  const [older, newer] = ['the key of last year', 'the key of this year'];
  const configured = { REGROVE_SECRET_KEY: newer, REGROVE_SECRET_KEY_PREVIOUS: `"${older}"` };
  const opened = async (key: string): Promise<string[]> =>
    (await sealedRows()).map(({ id, sealed }) => createSecretBox(() => [key]).open(sealed, id));

  it('seals anew with the key in front, once, and touches no file', async () => {
    const id = await newServer('password');
    await setSealed(id, createSecretBox(() => [older]).seal('password', id));
    const file = await readFile(keyFile(), 'utf8');
    expect(await doctor(configured)).toMatchObject({
      ok: true,
      detail: expect.stringContaining('1 of it waits'),
    });
    expect(await rotate(configured)).toEqual({
      code: 0,
      value: { key: 'configured', resealed: 1, unopenable: 0 },
    });
    expect(await opened(newer)).toEqual(['password']);
    expect((await rotate(configured)).value).toMatchObject({ resealed: 0 });
    expect(await readFile(keyFile(), 'utf8')).toBe(file);
    expect(await doctor({ REGROVE_SECRET_KEY: newer })).toMatchObject({
      ok: true,
      detail: 'the key opens what is stored',
    });
  });

  it('takes over from generated keys that are named as previous ones', async () => {
    await newServer('password');
    const generated = await readFile(keyFile(), 'utf8');
    const taking = { REGROVE_SECRET_KEY: newer, REGROVE_SECRET_KEY_PREVIOUS: generated };
    expect((await rotate(taking)).value).toEqual({ key: 'configured', resealed: 1, unopenable: 0 });
    expect(await opened(newer)).toEqual(['password']);
  });

  it('fails when secrets open with no key, says how many, and leaves those alone', async () => {
    const lost = [await newServer('lost'), await newServer('lost, too')];
    const id = await newServer('password');
    await setSealed(id, createSecretBox(() => [older]).seal('password', id));
    const before = (await sealedRows()).filter((row) => lost.includes(row.id));
    const { code, stdout } = await runHere(['secrets', 'rotate'], { ...env, ...configured });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^Encrypted 1 secret anew. 2 secrets cannot be opened by any key/);
    expect((await sealedRows()).filter((row) => lost.includes(row.id))).toEqual(before);
    expect(await doctor(configured)).toMatchObject({
      ok: false,
      detail: expect.stringContaining('2 of 3 stored secrets cannot be opened'),
    });
  });
});

describe('doctor', () => {
  it('finds secrets that name no key and do not open, among others that do', async () => {
    await newServer('password');
    const id = await newServer('broken');
    await setSealed(id, Buffer.concat([Buffer.of(1), Buffer.alloc(40)]));
    expect(await doctor()).toMatchObject({ ok: false, detail: expect.stringContaining('1 of 2') });
  });

  it('fails when the file with the keys is empty', async () => {
    await writeFile(keyFile(), '\n');
    const { code, stderr } = await runHere(['doctor'], env);
    expect(code).toBe(1);
    expect(stderr).toContain('holds no key');
  });
});
