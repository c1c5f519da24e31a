import { fieldOf, post, refusalIn } from './api.js';
import type { Clock } from './clock.js';
import type { Directory } from './directory.js';
import {
  type Batch,
  type Entry,
  listQueue,
  readBatch,
  removeSent,
  replaceBatch,
  setAside,
  setPartAside,
} from './queue.js';
import { backOffMs, maxPauseMs } from './schedule.js';
import {
  clampReadTimes,
  type Outcome,
  type SendResult,
  sendBatch,
  type Verdict,
  verdictOn,
} from './send-batch.js';
import type { Settings } from './settings.js';
import type { State, Trouble } from './state.js';
import { messageOf } from './user-error.js';
import { version } from './version.js';

/** Per report. */
export const maxTroubles = 1_000;

export interface SendOptions {
  readonly directory: Directory;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
  /** What goes wrong at the moment, in a few words each. */
  readonly problems: readonly string[];
}

/** Sends what waits, in order, each batch once. Stops at the first that has to wait. */
export async function sendQueue(sending: SendOptions, state: State): Promise<State> {
  const { directory, clock, signal, log } = sending;
  let current = state;
  let sent = 0;
  for (const entry of await listQueue(directory)) {
    const { next, taken, isStopped } = await sendEntry(sending, current, entry).catch((error: unknown) => {
      signal.throwIfAborted();
      // The disk is full, for example. Without a pause, the server would be sent the same every second.
      const reason = `the queue cannot be brought up to date: ${messageOf(error)}`;
      return { next: postponed(current, reason, clock()), taken: 0, isStopped: true };
    });
    current = next;
    sent += taken;
    if (!isStopped) continue;
    if (current.error !== state.error) log(current.error ?? '');
    break;
  }
  if (sent > 0) log(`sent ${sent} readings`);
  return current;
}

interface SentEntry {
  readonly next: State;
  readonly taken: number;
  /** Whether this batch, and with it all after it, has to wait. */
  readonly isStopped: boolean;
}

async function sendEntry(sending: SendOptions, state: State, entry: Entry): Promise<SentEntry> {
  const { directory, settings, clock, log } = sending;
  const batch = await readBatch(directory, entry);
  if (batch?.feedId !== settings.feedId) {
    log(`${entry.file} is set aside: ${batch ? 'it is for another feed' : 'it is damaged'}`);
    await setAside(directory, entry);
    return { next: state, taken: 0, isStopped: false };
  }
  const path = `/feeds/${encodeURIComponent(batch.feedId)}/readings`;
  const feed = { isPaused: false };
  const isOpen = async (): Promise<boolean> => {
    feed.isPaused = isOfPausedFeed(await report(sending, state));
    return !feed.isPaused;
  };
  const send = (sentBatch: Batch): Promise<SendResult> =>
    sendBatch(sentBatch, { send: (part, key) => call(sending, path, part, key), isOpen });
  let result = await send(batch);
  if (result.serverTime) {
    log('the clock of this machine was ahead: times of readings are corrected by that of the server');
    const corrected = clampReadTimes(result.serverTime, batch);
    // Stored first: what is sent with a key is always the same.
    await replaceBatch(directory, entry, corrected);
    result = await send(corrected);
  }
  const { taken, refused, stoppedBy } = result;
  const current = taken > 0 ? { ...healthy(state), lastSentAt: clock().toISOString() } : state;
  if (stoppedBy) {
    const next = feed.isPaused
      ? paused(current, clock())
      : failed(current, stoppedBy, verdictOn(stoppedBy), clock());
    return { next, taken, isStopped: true };
  }
  for (const { part, reason } of refused) {
    log(`${part.readings.length} readings of ${entry.file} are set aside: ${reason}`);
    await setPartAside(directory, entry, part);
  }
  await removeSent(directory, entry);
  return { next: current, taken, isStopped: false };
}

/** Tells the server how the agent is. Also finds out whether a revoked key works again, and whether the feed takes readings. */
export async function sendReport(sending: SendOptions, state: State): Promise<State> {
  const { clock, log } = sending;
  const answer = await report(sending, state);
  const next = { ...after(answer, state, clock()), lastReportAt: clock().toISOString() };
  if (next.error !== state.error) log(next.error ?? 'the server takes readings again');
  return next;
}

/** It says nothing about readings, unless the key was refused, or the feed is paused. */
function after(answer: Outcome, state: State, now: Date): State {
  const verdict = verdictOn(answer);
  if (verdict === 'revoked') return failed(state, answer, verdict, now);
  if (verdict !== 'taken') return state;
  if (isOfPausedFeed(answer)) return paused(state, now);
  return state.revokedAt === undefined && state.pausedAt === undefined ? state : healthy(state);
}

function report(sending: SendOptions, { devices = 0, trouble = [] }: State): Promise<Outcome> {
  const { name, feedId } = sending.settings;
  // The server knows reasons by address only: what concerns the agent itself is told by its name.
  const own = sending.problems.map((reason): Trouble => ({ address: name, reason }));
  return call(sending, `/feeds/${encodeURIComponent(feedId)}/agents/report`, {
    version,
    devices,
    trouble: [...own, ...trouble].slice(0, maxTroubles),
  });
}

const isOfPausedFeed = (answer: Outcome): boolean =>
  verdictOn(answer) === 'taken' && 'body' in answer && fieldOf(answer.body, 'feed_status') === 'inactive';

const call = (
  { settings, signal }: SendOptions,
  path: string,
  body: unknown,
  idempotencyKey?: string,
): Promise<Outcome> =>
  post(settings, {
    path,
    body,
    signal,
    key: settings.key,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  }).catch((error: unknown) => {
    // The agent stops: this says nothing about the server.
    signal.throwIfAborted();
    return { error };
  });

const paused = ({ failures: _, nextSendAt: _next, ...state }: State, now: Date): State => ({
  ...state,
  pausedAt: state.pausedAt ?? now.toISOString(),
  error:
    'the feed or its account is inactive. Nothing is sent; what was read is kept until it is active again.',
});

function healthy({
  revokedAt: _,
  pausedAt: _paused,
  failures: _failures,
  nextSendAt: _next,
  error: _error,
  ...state
}: State): State {
  return state;
}

function failed(state: State, answer: Outcome, verdict: Verdict, now: Date): State {
  if (verdict === 'revoked')
    return {
      ...state,
      revokedAt: state.revokedAt ?? now.toISOString(),
      error:
        'the server refuses the key of this agent: it was revoked. Nothing is sent; what was read is kept. Enrol it again.',
    };
  const askedMs = 'error' in answer ? 0 : Math.min(maxPauseMs, (answer.retryAfter ?? 0) * 1_000);
  const reason = 'error' in answer ? messageOf(answer.error) : refusalIn(answer);
  const what = verdict === 'refused' ? 'takes no readings' : 'cannot be reached';
  return postponed(state, `the server ${what}: ${reason}`, now, askedMs);
}

function postponed(state: State, error: string, now: Date, minMs = 0): State {
  const failures = (state.failures ?? 0) + 1;
  return {
    ...state,
    failures,
    nextSendAt: new Date(now.getTime() + Math.max(backOffMs(failures), minMs)).toISOString(),
    error,
  };
}
