import { request } from 'undici';
import { openLog, type Entry } from '@regrove/verify';
import type { TestServer } from './test-server.js';

/** Reads the transparency log of a server over HTTPS, as a stranger would. */
export interface LogAuditor {
  /** The body of what must be there. */
  get(path: string): Promise<Buffer>;
  text(path: string): Promise<string>;
  key(): Promise<string>;
  /** All entries, verified. `since`: a checkpoint that was seen before. */
  audit(since?: string): Promise<Entry[]>;
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
  return {
    get,
    text,
    key,
    async audit(since) {
      const log = await openLog({ keys: [await key()], since, fetchResource: (path) => get(`/log/${path}`) });
      const entries: Entry[] = [];
      for await (const { entry } of log.entries()) entries.push(entry);
      return entries;
    },
  };
}
