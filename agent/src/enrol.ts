import { readFile } from 'node:fs/promises';
import { X509Certificate } from 'node:crypto';
import { fieldOf, parseServerUrl, post, refusalIn } from './api.js';
import { type Directory, prepareDirectory } from './directory.js';
import { requireWritable } from './files.js';
import { withLock } from './lock.js';
import type { MachineSecretBox } from './machine-key.js';
import { type Settings, writeSettings } from './settings.js';
import { readState, writeState } from './state.js';
import { messageOf, UserError } from './user-error.js';
import { version } from './version.js';

export interface EnrolOptions {
  readonly url: string;
  readonly token: string;
  readonly name: string;
  readonly caFile: string | undefined;
}

/** Exchanges the token, which works once, for a key to one feed. A queue that waits is sent with the new key. */
export async function enrol(
  directory: Directory,
  given: EnrolOptions,
  seal: MachineSecretBox,
): Promise<Settings> {
  const server = { url: parseServerUrl(given.url), ca: await readCertificates(given.caFile) };
  await prepareDirectory(directory);
  return withLock(directory.changeLock, async () => {
    // The token is used up by the answer: a key that could not be stored would be lost with it.
    await requireWritable(directory);
    const { token, name } = given;
    const answer = await post(server, { path: '/agents/enrol', body: { token, name, version } }).catch(
      (error: unknown) => {
        throw new UserError(`${server.url} cannot be reached: ${messageOf(error)}`, { cause: error });
      },
    );
    if (answer.status >= 300 && answer.status < 400)
      throw new UserError(`${server.url} redirects, which is not followed: enter the address itself`);
    if (answer.status !== 200 && answer.status !== 201)
      throw new UserError(`the server does not enrol this agent: ${refusalIn(answer)}`);
    const text = (field: string): string => {
      const value = fieldOf(answer.body, field);
      if (typeof value !== 'string' || value === '')
        throw new UserError(
          `${server.url} is not a Regrove server that knows agents: its answer has no ${field}`,
        );
      return value;
    };
    const ids = { id: text('id'), accountId: text('account_id'), feedId: text('feed_id') };
    const settings: Settings = { ...server, name, ...ids, key: text('key') };
    await writeSettings(directory, settings, seal);
    const {
      revokedAt: _,
      pausedAt: _paused,
      error: _error,
      nextSendAt: _next,
      failures: _failures,
      ...state
    } = await readState(directory);
    await writeState(directory, state);
    return settings;
  });
}

async function readCertificates(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  try {
    const text = await readFile(file, 'utf8');
    // Throws unless there is a certificate.
    return new X509Certificate(text).raw.length > 0 ? text : undefined;
  } catch (error) {
    throw new UserError(`${file} has no certificates: ${messageOf(error)}`, { cause: error });
  }
}
