import { request } from 'undici';
import { openCheckpoint, openLog, rootOf, type Entry } from '@regrove/verify';
import type { TestServer } from './test-server.js';

/** Reads the transparency log of a server over HTTPS, as a stranger would. */
export interface LogAuditor {
  /** The body of what must be there. */
  get(path: string): Promise<Buffer>;
  text(path: string): Promise<string>;
  key(): Promise<string>;
  /** All entries, verified. `since`: a checkpoint that was seen before. */
  audit(since?: string): Promise<Entry[]>;
  /** Those of these checkpoints, which all were seen before, that are not about a beginning of the log. */
  contradicted(checkpoints: Iterable<string>): Promise<string[]>;
}

export function logAuditor({ agent, running }: Pick<TestServer, 'agent' | 'running'>): LogAuditor {
  return auditorOf(running.baseUrl, agent);
}

export function auditorOf(baseUrl: string, agent: TestServer['agent']): LogAuditor {
  const get = async (path: string): Promise<Buffer> => {
    const { statusCode, body } = await request(`${baseUrl}${path}`, { dispatcher: agent });
    const bytes = Buffer.from(await body.arrayBuffer());
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode}`);
    return bytes;
  };
  const text = async (path: string): Promise<string> => (await get(path)).toString();
  const key = async (): Promise<string> => (await text('/log/key')).trim();
  const open = async (since?: string) =>
    openLog({ keys: [await key()], since, fetchResource: (path) => get(`/log/${path}`) });
  return {
    get,
    text,
    key,
    // As `audit` for each of them, in one pass.
    async contradicted(checkpoints) {
      const keys = [await key()];
      const left = new Map<string, Awaited<ReturnType<typeof openCheckpoint>>>();
      for (const note of checkpoints) left.set(note, await openCheckpoint(note, { keys }));
      const sizes = new Set([...left.values()].map(({ size }) => size));
      const hashes: Uint8Array[] = [];
      for await (const { hash } of (await open()).entries()) {
        hashes.push(hash);
        if (!sizes.has(hashes.length)) continue;
        const root = Buffer.from(await rootOf(hashes));
        for (const [note, { size, root: signed }] of left)
          if (size === hashes.length && root.equals(signed)) left.delete(note);
      }
      return [...left.keys()];
    },
    async audit(since) {
      const log = await open(since);
      const entries: Entry[] = [];
      for await (const { entry } of log.entries()) entries.push(entry);
      return entries;
    },
  };
}
