import { type Answer, post, refusalIn } from './api.js';
import type { Clock } from './clock.js';
import type { Directory } from './directory.js';
import { listQueue, readBatch, removeSent, setAside } from './queue.js';
import type { Settings } from './settings.js';
import type { State } from './state.js';
import { messageOf } from './user-error.js';
import { version } from './version.js';

/** `retry`: nothing is wrong with the request itself, or it is not known. */
type Verdict = 'taken' | 'revoked' | 'refused' | 'retry';

const retriedStatuses: ReadonlySet<number> = new Set([408, 409, 425, 429]);

function verdictOn({ status, body }: Answer): Verdict {
  if (status >= 200 && status < 300) return typeof body === 'object' && body !== null ? 'taken' : 'retry';
  if (status === 401 || status === 403) return 'revoked';
  return status >= 400 && status < 500 && !retriedStatuses.has(status) ? 'refused' : 'retry';
}

const minuteMs = 60_000;
const maxPauseMs = 60 * minuteMs;

export interface Sending {
  readonly directory: Directory;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

/** Sends what waits, in order, each batch once. Stops at the first that has to wait. */
export async function sendQueue({ directory, settings, clock, log }: Sending, state: State): Promise<State> {
  let current = state;
  let sent = 0;
  for (const entry of await listQueue(directory)) {
    const batch = await readBatch(directory, entry);
    if (batch?.feedId !== settings.feedId) {
      log(`${entry.file} is set aside: ${batch ? 'it is for another feed' : 'it is damaged'}`);
      await setAside(directory, entry);
      continue;
    }
    const { key, feedId, readings } = batch;
    const path = `/feeds/${encodeURIComponent(feedId)}/readings`;
    const answer = await call(settings, path, { readings }, key);
    const verdict = 'error' in answer ? 'retry' : verdictOn(answer);
    if (verdict === 'taken') {
      await removeSent(directory, entry);
      sent += readings.length;
      current = { ...healthy(current), lastSentAt: clock().toISOString() };
    } else if (verdict === 'refused' && !('error' in answer)) {
      log(`${entry.file} is set aside: ${refusalIn(answer)}`);
      await setAside(directory, entry);
    } else {
      current = failed(current, answer, verdict, clock());
      if (current.error !== state.error) log(current.error ?? '');
      break;
    }
  }
  if (sent > 0) log(`sent ${sent} readings`);
  return current;
}

/** Tells the server how the agent is. Also finds out whether a revoked key works again. */
export async function sendReport({ settings, clock, log }: Sending, state: State): Promise<State> {
  const { devices = 0, trouble = [] } = state;
  const path = `/feeds/${encodeURIComponent(settings.feedId)}/agents/report`;
  const answer = await call(settings, path, { version, devices, trouble });
  const verdict = 'error' in answer ? 'retry' : verdictOn(answer);
  const lastReportAt = clock().toISOString();
  if (verdict === 'taken') return { ...healthy(state), lastReportAt };
  const next = verdict === 'revoked' ? failed(state, answer, verdict, clock()) : state;
  if (next.error !== state.error) log(next.error ?? '');
  return { ...next, lastReportAt };
}

type Outcome = Answer | { readonly error: unknown };

const call = (settings: Settings, path: string, body: unknown, idempotencyKey?: string): Promise<Outcome> =>
  post(settings, {
    path,
    body,
    key: settings.key,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  }).catch((error: unknown) => ({ error }));

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
