import { formatVerifierKey } from '@regrove/verify';
import { request } from 'undici';
import { makeLog, origin, someEntries, type ExampleLog } from '../../../verify/test/support/example-log.js';
import { signerOf } from '../../../verify/test/support/keys.js';
import { proveConsistency } from '../../src/platform/tlog/prove.js';
import { formatWitnessRequest } from '../../src/platform/tlog/witness-request.js';
import type { TestServer } from './test-server.js';
import { tileReader } from './tile-reader.js';

/** Who signs the example log, as a line of a file of logs. */
export const exampleLogKey = async (): Promise<string> => formatVerifierKey((await signerOf(origin, 1)).key);

/** The first entries of the example log. `story`: another log of the same name, with other entries from the first on. */
export async function exampleLog(size: number, story = 0): Promise<ExampleLog> {
  const entries = someEntries(size + story).slice(story);
  return makeLog(entries, await signerOf(origin, 1));
}

/** The same with another last entry. */
export async function forkedLog(size: number): Promise<ExampleLog> {
  const entries = someEntries(size + 1);
  return makeLog([...entries.slice(0, size - 1), ...entries.slice(size)], await signerOf(origin, 1));
}

/** What the log sends to a witness that has cosigned its first `oldSize` entries. */
export async function requestFor(log: ExampleLog, oldSize: number): Promise<string> {
  const size = log.entries.length;
  return formatWitnessRequest({
    oldSize,
    hashes: await proveConsistency(oldSize, size, tileReader(size, log.fetchResource)),
    checkpoint: log.checkpoint,
  });
}

export interface Answered {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

export async function askServer(
  { agent, running }: TestServer,
  body: string | Buffer,
  headers: Record<string, string> = {},
): Promise<Answered> {
  const answer = await request(`${running.baseUrl}/log/witness/add-checkpoint`, {
    method: 'POST',
    body,
    headers,
    dispatcher: agent,
  });
  return {
    status: answer.statusCode,
    type: String(answer.headers['content-type']),
    body: await answer.body.text(),
  };
}
