import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent } from 'undici';
import { apiClient, type ApiClient, type Json } from './api-client.js';
import { runInProcess } from './command-line.js';
import type { DataDirectory } from './data-directory.js';
import { type Environment, regrove, type RecordedProcess, start } from './regrove-process.js';

/** A server in a separate process. */
export interface ServeProcess {
  readonly process: RecordedProcess;
  /** Ends with /v1. */
  readonly url: string;
  client(key: string): Promise<ApiClient>;
}

/** Starts `regrove serve` and waits until it reports that it is ready. */
export async function serve(
  directory: DataDirectory,
  env: Environment = {},
  ...args: string[]
): Promise<ServeProcess> {
  return waitUntilReady(directory, start(['serve', ...args], { ...directory.env, ...env }));
}

export async function waitUntilReady(
  directory: DataDirectory,
  process: RecordedProcess,
): Promise<ServeProcess> {
  directory.processes.push(process);
  const url = await process.printed(/ready: (https:\S+\/v1)\//);
  return {
    process,
    url,
    async client(key) {
      const ca = await readFile(join(directory.path, 'tls', 'cert.pem'), 'utf8');
      // Connections are not reused: those of a killed server would fail.
      return apiClient({ url, agent: new Agent({ connect: { ca }, pipelining: 0 }) }, key);
    },
  };
}

/** Runs a command on the directory and returns the value it prints. */
export async function command(directory: DataDirectory, ...args: string[]): Promise<Json> {
  const { code, stdout, stderr } = await regrove([...args, '--json'], directory.env);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** Creates an account with a key by commands in this process. */
export async function newKey({ env }: DataDirectory, name: string): Promise<string> {
  const run = async (...args: string[]): Promise<Json> =>
    JSON.parse((await runInProcess([...args, '--json'], env)).stdout);
  const { id } = await run('accounts', 'create', '--name', name, '--role', 'distributor');
  return (await run('keys', 'create', '--account', id)).key;
}
