import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { newId } from '../../src/platform/ids.js';
import { createSecretBox } from '../../src/platform/secrets/secret-box.js';
import type { Json } from './api-client.js';
import { runInProcess } from './command-line.js';
import type { Environment } from './regrove-process.js';
import { startWorld, type World } from './world.js';

export interface SealedRow {
  readonly id: string;
  readonly sealed: Buffer;
}

/** An installation whose secrets are to be resealed while its server is running. */
export class SecretsInstallation {
  static async open(): Promise<SecretsInstallation> {
    return new SecretsInstallation(await startWorld());
  }

  readonly env: Environment;

  private constructor(readonly world: World) {
    const { database, running } = world.server;
    this.env = {
      REGROVE_DATABASE_URL: database.url,
      REGROVE_DATA_DIR: running.instance.config.dataDir,
    };
  }

  close(): Promise<void> {
    return this.world.stop();
  }

  /** The secret box of the running server. */
  get secrets() {
    return this.world.server.running.instance.context.secrets;
  }

  get keyFile(): string {
    return join(this.world.server.running.instance.config.dataDir, 'secret-key');
  }

  async keysInFile(): Promise<string[]> {
    return (await readFile(this.keyFile, 'utf8')).split('\n').filter((line) => line !== '');
  }

  async rotate(settings: Environment = {}): Promise<{ code: number | null; value: Json }> {
    const env = { ...this.env, ...settings };
    const { code, stdout, stderr } = await runInProcess(['secrets', 'rotate', '--json'], env);
    if (stdout === '') throw new Error(stderr);
    return { code, value: JSON.parse(stdout) };
  }

  /** The doctor's check of the secrets. */
  async doctor(settings: Environment = {}): Promise<Json> {
    const { stdout } = await runInProcess(['doctor', '--json'], { ...this.env, ...settings });
    return JSON.parse(stdout).find(({ check }: Json) => check === 'secrets');
  }

  /** Returns its id. */
  async newServer(password: string): Promise<string> {
    const { status, body } = await this.world.customer.api.post('/servers', {
      type: 'papercut',
      url: 'https://print.example',
      username: 'reader',
      password,
    });
    expect(status).toBe(200);
    return body.id;
  }

  /** Creates enough servers for more than one batch. */
  async createServers(count: number): Promise<void> {
    const first = await this.newServer('of many');
    const ids = Array.from({ length: count }, () => newId());
    await this.world.server.sql(
      `insert into servers (account_id, id, type, url, username, password_sealed, created_at)
       select account_id, fresh.id, type, url, username, fresh.sealed, created_at
       from servers, unnest($2::uuid[], $3::bytea[]) as fresh (id, sealed) where servers.id = $1`,
      [first, ids, ids.map((id) => this.secrets.seal('of many', id))],
    );
  }

  setSealed(id: string, sealed: Buffer): Promise<unknown[]> {
    return this.world.server.sql('update servers set password_sealed = $2 where id = $1', [id, sealed]);
  }

  sealedRows(): Promise<SealedRow[]> {
    return this.world.server.sql<{ id: string; sealed: Buffer }>(
      `select id, password_sealed as sealed from servers where password_sealed is not null
       union all select id, secret_sealed from mails where secret_sealed is not null order by id`,
    );
  }

  /** The secrets of all rows, opened with the keys that a new process would load. */
  async openWithStoredKeys(): Promise<string[]> {
    const keys = await this.keysInFile();
    const box = createSecretBox(() => keys);
    return (await this.sealedRows()).map(({ id, sealed }) => box.open(sealed, id));
  }
}
