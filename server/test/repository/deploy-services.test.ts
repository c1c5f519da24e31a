import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../src/platform/config/config.js';
import type { Json } from '../support/api-client.js';
import { repository, spawnRecorded } from '../support/regrove-process.js';

const fileOf = (name: string): Promise<string> => readFile(join(repository, 'deploy', name), 'utf8');

describe('compose.yaml', () => {
  let text: string;
  let services: [string, Json][];
  let example: Map<string, string>;
  beforeAll(async () => {
    text = await fileOf('compose.yaml');
    services = Object.entries(parse(text, { merge: true }).services);
    const lines = (await fileOf('.env.example')).split('\n').filter((line) => /^\w+=/.test(line));
    example = new Map(lines.map((line) => line.split('=', 2) as [string, string]));
  });

  /** Substitutes variables as compose does, with these values for those without a default. */
  const filled = (value: string, values: Readonly<Record<string, string>>): string =>
    value.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind: string, rest: string) => {
      const given = values[name];
      if (given !== undefined) return given;
      if (kind === '-') return rest;
      throw new Error(`${name} is missing`);
    });

  it('runs the API, a worker, PostgreSQL and Redis, after a migration', () => {
    expect(services.map(([name]) => name)).toEqual(['migrate', 'api', 'worker', 'postgres', 'redis']);
  });

  it.each(['api', 'worker', 'postgres', 'redis'])(
    '%s has a health check, is restarted, and has a pinned version',
    (name) => {
      const service = new Map(services).get(name);
      expect(service.healthcheck.test.length).toBeGreaterThan(1);
      expect(service.healthcheck.disable).toBeUndefined();
      expect(service.restart).toBe('unless-stopped');
      if (service.build === undefined) expect(service.image).toMatch(/^\w+:\d+-\w+$/);
      else expect(service.build.dockerfile).toBe('deploy/Dockerfile');
    },
  );

  it('publishes only the port of the API, and only locally unless configured otherwise', () => {
    for (const [name, { ports, network_mode, privileged, networks }] of services) {
      expect({ name, network_mode, privileged }).toEqual({ name });
      if (name === 'api')
        for (const port of ports) expect(port).toMatch(/^\$\{PUBLISH_ON:-127\.0\.0\.1\}:\d+:\d+$/);
      else expect({ name, ports }).toEqual({ name, ports: undefined });
      if (name === 'postgres' || name === 'redis') expect(networks).toEqual(['inside']);
    }
    expect(parse(text).networks.inside).toEqual({ internal: true });
  });

  it('migrates as the owner, whose credentials neither servers nor workers have', () => {
    const { migrate, api, worker } = Object.fromEntries(services);
    expect(migrate).toMatchObject({ command: ['migrate'], restart: 'no' });
    expect(migrate.environment.REGROVE_DATABASE_OWNER_URL).toMatch(/^postgresql:\/\/regrove:/);
    for (const service of [api, worker]) {
      expect(service.depends_on.migrate).toEqual({ condition: 'service_completed_successfully' });
      expect(service.environment.REGROVE_DATABASE_URL).toMatch(/^postgresql:\/\/regrove_server:/);
      expect(JSON.stringify(service)).not.toMatch(/OWNER_URL|\{POSTGRES_PASSWORD/);
    }
  });

  it('gives our own containers no more privileges than they need', () => {
    for (const [, service] of services.filter(([name]) => name === 'api' || name === 'worker')) {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
      // Longer than a server waits for the requests in progress.
      expect(Number.parseInt(service.stop_grace_period, 10)).toBeGreaterThan(30);
    }
  });

  it('requires passwords and has no defaults for them', () => {
    const secrets = [...text.matchAll(/\$\{(\w*(?:PASSWORD|SECRET_KEY))(:[^}]*)\}/g)];
    expect(secrets.length).toBeGreaterThan(4);
    for (const [, name = '', rest = ''] of secrets) {
      expect({ name, rest }).toEqual({ name, rest: ':?see .env.example' });
      expect({ name, example: example.get(name) }).toEqual({ name, example: '' });
    }
    expect(text).not.toMatch(/(password|secret)\w*['"]?\s*[:=]\s*['"]?[\w-]{4,}/i);
  });

  it('uses exactly the variables in .env.example', () => {
    const used = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name));
    expect([...example.keys()].sort()).toEqual([...used].sort());
  });

  it('uses settings that exist, with valid values', () => {
    const values = {
      POSTGRES_PASSWORD: 'a1b2c3',
      POSTGRES_APP_PASSWORD: '0f0f0f',
      REDIS_PASSWORD: 'd4e5f6',
      REGROVE_SECRET_KEY: 'sixteen characters',
      REGROVE_BASE_URL: 'https://regrove.example',
    };
    for (const [, { environment }] of services.filter(([name]) => name === 'api' || name === 'worker')) {
      const settings = Object.entries<string>(environment).map(([name, value]) => [
        name,
        filled(value, values),
      ]);
      const config = readConfig(Object.fromEntries(settings));
      expect(config.unknownSettings).toEqual([]);
      expect(config).toMatchObject({
        databaseUrl: 'postgresql://regrove_server:0f0f0f@postgres/regrove',
        databaseOwnerUrl: undefined,
        demo: false,
        baseUrl: values.REGROVE_BASE_URL,
        secretKey: values.REGROVE_SECRET_KEY,
        smtp: undefined,
      });
    }
  });
});

describe('REGROVE_DEMO', () => {
  it.each([
    ['Dockerfile', /^\s*REGROVE_DEMO=0\b/m],
    ['compose.yaml', /^\s*REGROVE_DEMO: \$\{REGROVE_DEMO:-0\}$/m],
    ['.env.example', /^REGROVE_DEMO=0$/m],
    ['regrove.service', /^Environment=REGROVE_DEMO=0$/m],
  ])('is 0 in %s: a deployment does not create the demo', async (name, line) => {
    expect(await fileOf(name)).toMatch(line);
  });

  it('is set in every file of deploy/ that has settings', async () => {
    const files = await readdir(join(repository, 'deploy'), { withFileTypes: true });
    for (const { name } of files.filter((entry) => entry.isFile())) {
      const text = await fileOf(name);
      // The data directory, the database or the base URL: every installation sets one of them.
      if (/^(?!\s*#).*REGROVE_(DATA_DIR|DATABASE_URL|BASE_URL)\s*[:=]/m.test(text))
        expect({ name, text }).toMatchObject({ text: expect.stringContaining('REGROVE_DEMO') });
    }
  });
});

describe('regrove.service', () => {
  let unit: string;
  beforeAll(async () => {
    unit = await fileOf('regrove.service');
  });

  it('runs as its own user, who can write only to its data directory', () => {
    for (const line of [
      'User=regrove',
      'StateDirectory=regrove',
      'StateDirectoryMode=0700',
      'Environment=REGROVE_DATA_DIR=/var/lib/regrove',
      'NoNewPrivileges=yes',
      'ProtectSystem=strict',
      'ProtectHome=yes',
      'Restart=always',
      'KillMode=mixed',
    ])
      expect(unit.split('\n')).toContain(line);
    // Longer than a server waits for the requests in progress.
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(30);
    expect(unit).not.toMatch(/(PASSWORD|SECRET|DATABASE_URL)\w*=/);
  });

  it('uses settings that exist', () => {
    const settings = [...unit.matchAll(/^Environment=(REGROVE_\w+)=(.*)$/gm)].map(([, name, value]) => [
      name,
      value,
    ]);
    expect(readConfig(Object.fromEntries(settings)).unknownSettings).toEqual([]);
  });

  // Not available as a package: a machine either runs systemd or not.
  const systemd = ['/usr/bin/systemd-analyze', '/bin/systemd-analyze'].find((file) => existsSync(file));
  it.skipIf(systemd === undefined)('is valid according to systemd', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'regrove-unit-'));
    const file = join(folder, 'regrove.service');
    // The paths in the unit must exist on the machine that checks it.
    await writeFile(
      file,
      unit.replace('/usr/bin/node', process.execPath).replaceAll('/opt/regrove', join(repository, 'server')),
    );
    const { code, stderr } = await spawnRecorded(systemd ?? '', ['verify', '--man=no', file]).ending;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    await rm(folder, { recursive: true });
  });
});
