import { readText, writeDurably } from './files.js';
import type { Directory } from './directory.js';

export interface Trouble {
  readonly address: string;
  /** Why it cannot be read, such as `noAnswer`. */
  readonly reason: string;
}

/** How it went, for `status` and for the next start. Readings do not depend on it. */
export interface State {
  readonly lastReadAt?: string;
  readonly devices?: number;
  readonly trouble?: readonly Trouble[];
  readonly lastSentAt?: string;
  readonly lastReportAt?: string;
  /** Since when the server refuses the key. */
  readonly revokedAt?: string;
  /** Since when the feed, or its account, takes no readings. */
  readonly pausedAt?: string;
  /** Failed attempts since the last success, and when the next one is due. */
  readonly failures?: number;
  readonly nextSendAt?: string;
  /** What prevents sending at the moment, for people. */
  readonly error?: string;
  /** What else goes wrong at the moment, for people. */
  readonly problems?: readonly string[];
  /** Readings that waited for too long, and were removed. */
  readonly dropped?: number;
}

export async function readState(directory: Directory): Promise<State> {
  try {
    const found = JSON.parse((await readText(directory.state)) ?? '{}') as State | null;
    return typeof found === 'object' && found !== null ? found : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

export const writeState = (directory: Directory, state: State): Promise<void> =>
  writeDurably(directory.state, JSON.stringify(state, null, 1));
