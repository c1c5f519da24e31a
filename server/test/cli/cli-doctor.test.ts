import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSelfSigned } from '../../src/platform/net/self-signed.js';
import { createOperator, type Operator, runInProcess } from '../support/command-line.js';
import { closedPort } from '../support/ports.js';

let operator: Operator;
beforeAll(async () => {
  operator = await createOperator();
});
afterAll(() => operator.close());

describe('doctor', () => {
  it('reports a healthy installation as healthy, and creates nothing', async () => {
    const checks = await operator.json('doctor');
    expect(checks.map(({ check }: { check: string }) => check)).toEqual([
      'database',
      'schema',
      'cluster',
      'tables',
      'login',
      'audit',
      'secrets',
      'tls',
      'jobs',
      'months',
      'mail',
      'redis',
      'replica',
      'sign-in',
      'log',
      'witness',
    ]);
    for (const check of checks) expect(check).toMatchObject({ ok: true, detail: expect.any(String) });
    await expect(readFile(join(operator.dataDir, 'tls', 'cert.pem'))).rejects.toThrow('ENOENT');
  });

  it.each(['of an installation', 'that cannot be reached'])(
    'creates no files for a database %s',
    async (which) => {
      const folder = await mkdtemp(join(tmpdir(), 'regrove-doctor-'));
      const url = `postgresql://127.0.0.1:${await closedPort()}/regrove`;
      const { stdout } = await runInProcess(['doctor'], {
        REGROVE_DATA_DIR: join(folder, 'data'),
        REGROVE_DATABASE_URL: which === 'of an installation' ? operator.database.url : url,
      });
      expect(stdout).toMatch(
        /^(FAIL {2}database|ok {4}secrets {3}no key yet: the first start creates one$)/m,
      );
      expect(await readdir(folder)).toEqual([]);
      await rm(folder, { recursive: true });
    },
  );

  it('fails when the schema is not up to date, and leaves it unchanged', async () => {
    const behind = await createOperator();
    await behind.sql(`delete from migrations where name = '0001-accounts'`);
    for (let look = 0; look < 2; look++) {
      const { code, stdout } = await behind.run('doctor', '--json');
      expect(code).toBe(1);
      const failed = JSON.parse(stdout).filter(({ ok }: { ok: boolean }) => !ok);
      expect(failed).toEqual([
        {
          check: 'schema',
          ok: false,
          detail: 'not migrated: 0001-accounts',
          advice: expect.stringMatching(/^run `.*npx regrove migrate`/),
        },
      ]);
    }
    await behind.close();
  });

  it('fails when the certificate is damaged, and knows who made it', async () => {
    const folder = join(operator.dataDir, 'tls');
    await mkdir(folder);
    const tls = async (env: Record<string, string> = {}) => {
      const { stdout } = await runInProcess(['doctor', '--json'], { ...operator.env, ...env });
      return JSON.parse(stdout).find(({ check }: { check: string }) => check === 'tls');
    };
    const { cert, key } = await makeSelfSigned('127.0.0.1', new Date());
    const other = await makeSelfSigned('127.0.0.1', new Date());
    const pair = join(folder, 'key-and-cert.pem');
    for (const text of ['', cert, other.key + cert, (key + cert).slice(0, -100)]) {
      await writeFile(pair, text);
      expect(await tls()).toEqual({
        check: 'tls',
        ok: false,
        detail: expect.stringMatching(/^the generated certificate, \S+, is damaged$/),
        advice: 'restart the server, which creates a new one',
      });
    }
    const given = { REGROVE_TLS_CERT: pair, REGROVE_TLS_KEY: pair };
    expect(await tls(given)).toMatchObject({
      ok: false,
      advice: expect.stringMatching(/^correct the files that REGROVE_TLS_CERT and REGROVE_TLS_KEY name: /),
    });
    await writeFile(pair, key + cert);
    expect(await tls()).toMatchObject({ ok: true });
    await rm(folder, { recursive: true });
  });

  it('fails when the database cannot be reached', async () => {
    const url = `postgresql://127.0.0.1:${await closedPort()}/regrove`;
    const stranded = await createOperator({
      database: operator.database,
      env: { REGROVE_DATABASE_URL: url },
    });
    const { code, stdout } = await stranded.run('doctor');
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^FAIL {2}database {2}.*\n {16}What to do: start the database, or correct REGROVE_DATABASE_URL: see /m,
    );
    const results = JSON.parse((await stranded.run('doctor', '--ledger', '--json')).stdout);
    for (const check of ['secrets', 'mail', 'jobs'])
      expect(results).toContainEqual({
        check,
        ok: false,
        detail: expect.stringMatching(
          /^The database is not reachable .* \(connect ECONNREFUSED 127\.0\.0\.1:\d+\)$/,
        ),
        advice: expect.stringMatching(/^if `database` fails, too, fix that first; /),
      });
    expect(
      results.filter(({ ok, advice }: { ok: boolean; advice: string | null }) => !ok && !advice),
    ).toEqual([]);
    expect(results.at(-1)).toEqual({
      check: 'ledger',
      ok: false,
      detail: 'cannot be read',
      advice: 'fix `database` and `schema` first',
    });
    await stranded.close();
  });
});
