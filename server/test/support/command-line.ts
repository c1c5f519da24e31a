import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import type { Json } from './api-client.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { runCommand, type Terminal } from '../../src/main/regrove.js';
import type { ProcessResult, Environment } from './regrove-process.js';

/** An operator at a terminal, with an installation on an external database. */
export interface Operator {
  readonly env: Environment;
  readonly database: TestDatabase;
  readonly dataDir: string;
  run(...args: string[]): Promise<ProcessResult>;
  /** Runs the command with --json and returns the one value on standard output. */
  json(...args: string[]): Promise<Json>;
  /** Runs a command that must fail and print nothing on standard output; returns its standard error. */
  failure(code: 1 | 2, ...args: string[]): Promise<string>;
  /** Creates a file with this content. */
  file(name: string, content: unknown): Promise<string>;
  /** Queries the database directly. */
  sql(text: string): Promise<pg.QueryResultRow[]>;
  close(): Promise<void>;
}

export async function createOperator(
  options: { empty?: boolean; env?: Environment; database?: TestDatabase } = {},
): Promise<Operator> {
  const database = options.database ?? (await createTestDatabase(options));
  const dataDir = await mkdtemp(join(tmpdir(), 'regrove-operator-'));
  const env = { REGROVE_DATABASE_URL: database.url, REGROVE_DATA_DIR: dataDir, ...options.env };
  const run = (...args: string[]): Promise<ProcessResult> => runInProcess(args, env);
  return {
    env,
    database,
    dataDir,
    run,
    async json(...args) {
      const { code, stdout, stderr } = await run(...args, '--json');
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      return JSON.parse(stdout);
    },
    async failure(expected, ...args) {
      const { code, stdout, stderr } = await run(...args);
      expect({ code, stdout }).toEqual({ code: expected, stdout: '' });
      expect(stderr).not.toBe('');
      expect(stderr).not.toMatch(/^\s+at /m);
      return stderr;
    },
    async file(name, content) {
      const path = join(dataDir, name);
      await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
      return path;
    },
    async sql(text) {
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      try {
        return (await client.query(text)).rows;
      } finally {
        await client.end();
      }
    },
    async close() {
      if (!options.database) await database.drop();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** Runs a command in this process: starting a process is tested once and would take a second each time. */
export const runInProcess = (args: readonly string[], env: Environment): Promise<ProcessResult> =>
  runWithBuild(args, env, undefined);

/** The same in a checkout whose dashboard is not built yet. */
export async function runWithBuild(
  args: readonly string[],
  env: Environment,
  buildDashboard: Terminal['buildDashboard'],
): Promise<ProcessResult> {
  let stdout = '';
  let stderr = '';
  const code = await runCommand(args, env, {
    out: (text) => void (stdout += `${text}\n`),
    write: (text) => {
      stdout += text;
      return Promise.resolve();
    },
    err: (text) => void (stderr += `${text}\n`),
    draw: undefined,
    logTo: { write: (text) => void (stderr += text) },
    buildDashboard,
  });
  return { code, signal: null, stdout, stderr };
}
