import { post, refusalIn } from './api.js';
import type { Clock } from './clock.js';
import type { Directory } from './directory.js';
import {
  type Batch,
  listQueue,
  readBatch,
  removeSent,
  replaceBatch,
  setAside,
  setPartAside,
} from './queue.js';
import { notLaterThan, type Outcome, type Sent, sendBatch, type Verdict, verdictOn } from './send-batch.js';
import type { Settings } from './settings.js';
import type { State } from './state.js';
import { messageOf } from './user-error.js';
import { version } from './version.js';

const minuteMs = 60_000;
export const maxPauseMs = 60 * minuteMs;

export interface Sending {
  readonly directory: Directory;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
}

/** Sends what waits, in order, each batch once. Stops at the first that has to wait. */
export async function sendQueue(sending: Sending, state: State): Promise<State> {
  const { directory, settings, clock, log } = sending;
  let current = state;
  let sent = 0;
  for (const entry of await listQueue(directory)) {
    const batch = await readBatch(directory, entry);
    if (batch?.feedId !== settings.feedId) {
      log(`${entry.file} is set aside: ${batch ? 'it is for another feed' : 'it is damaged'}`);
      await setAside(directory, entry);
      continue;
    }
    const path = `/feeds/${encodeURIComponent(batch.feedId)}/readings`;
    const send = (sentBatch: Batch): Promise<Sent> =>
      sendBatch(sentBatch, (readings, key) => call(sending, path, { readings }, key));
    let result = await send(batch);
    if (result.serverTime) {
      log('the clock of this machine was ahead: times of readings are corrected by that of the server');
      const corrected = notLaterThan(result.serverTime, batch);
      // Stored first: what is sent with a key is always the same.
      await replaceBatch(directory, entry, corrected);
      result = await send(corrected);
    }
    const { taken, refused, stoppedBy } = result;
    sent += taken;
    if (taken > 0) current = { ...healthy(current), lastSentAt: clock().toISOString() };
    if (stoppedBy) {
      current = failed(current, stoppedBy, verdictOn(stoppedBy), clock());
      if (current.error !== state.error) log(current.error ?? '');
      break;
    }
    for (const { part, reason } of refused) {
      log(`${part.readings.length} readings of ${entry.file} are set aside: ${reason}`);
      await setPartAside(directory, entry, part);
    }
    await removeSent(directory, entry);
  }
  if (sent > 0) log(`sent ${sent} readings`);
  return current;
}

/** Tells the server how the agent is. Also finds out whether a revoked key works again. */
export async function sendReport(sending: Sending, state: State): Promise<State> {
  const { settings, clock, log } = sending;
  const { devices = 0, trouble = [] } = state;
  const path = `/feeds/${encodeURIComponent(settings.feedId)}/agents/report`;
  const answer = await call(sending, path, { version, devices, trouble });
  const verdict = verdictOn(answer);
  const lastReportAt = clock().toISOString();
  // It says nothing about readings, unless the key was refused.
  if (verdict === 'taken')
    return { ...(state.revokedAt === undefined ? state : healthy(state)), lastReportAt };
  const next = verdict === 'revoked' ? failed(state, answer, verdict, clock()) : state;
  if (next.error !== state.error) log(next.error ?? '');
  return { ...next, lastReportAt };
}

const call = (
  { settings, signal }: Sending,
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

function healthy({
  revokedAt: _,
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
  const failures = (state.failures ?? 0) + 1;
  // Doubles up to an hour.
  const backOffMs = Math.min(maxPauseMs, minuteMs * 2 ** Math.min(failures - 1, 10));
  const askedMs = 'error' in answer ? 0 : Math.min(maxPauseMs, (answer.retryAfter ?? 0) * 1_000);
  const reason = 'error' in answer ? messageOf(answer.error) : refusalIn(answer);
  return {
    ...state,
    failures,
    nextSendAt: new Date(now.getTime() + Math.max(backOffMs, askedMs)).toISOString(),
    error: `the server cannot be reached: ${reason}`,
  };
}
