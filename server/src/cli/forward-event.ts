import type { SigningKeys } from '../features/webhooks/endpoint-keys.js';
import { signatureOf } from '../features/webhooks/sign.js';
import { systemClock } from '../platform/time/clock.js';
import type { FollowedEvent } from './event-follower.js';
import { sendHttpRequest, connectionErrorMessage } from './http-request.js';

/** The program that is being developed. */
export interface Receiver {
  readonly url: URL;
  readonly keys: SigningKeys;
}

/** As long as the server waits. */
const timeoutMs = 15_000;

/** Posts an event once, as the server would, and returns a line about what came back. */
export async function forwardEvent(
  { id, type, json }: FollowedEvent,
  { url, keys }: Receiver,
  stopping: AbortSignal,
): Promise<string> {
  const started = systemClock();
  const begin = performance.now();
  const timestamp = Math.floor(started.getTime() / 1000);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Regrove-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureOf({ id, timestamp, body: json }, keys, started),
  };
  const result = await sendHttpRequest(
    { url, method: 'POST', headers, body: json, timeoutMs },
    stopping,
  ).then(
    ({ status }) => String(status),
    (error: unknown) => {
      stopping.throwIfAborted();
      return `failed: ${connectionErrorMessage(error)}`;
    },
  );
  const took = `${Math.round(performance.now() - begin)} ms`;
  return [started.toISOString().replace(/\.\d+/, ''), type, id, result, took].join('  ');
}
