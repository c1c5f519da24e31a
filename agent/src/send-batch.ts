import { type Answer, refusalIn } from './api.js';
import { type Batch, derivedKey, type QueuedReading } from './queue.js';

export type Outcome = Answer | { readonly error: unknown };

/** `retry`: nothing is wrong with the request itself, or it is not known. */
export type Verdict = 'taken' | 'revoked' | 'refused' | 'retry';

const retriedStatuses: ReadonlySet<number> = new Set([408, 409, 425, 429]);

export function verdictOn(outcome: Outcome): Verdict {
  if ('error' in outcome) return 'retry';
  const { status, body } = outcome;
  if (status >= 200 && status < 300) return typeof body === 'object' && body !== null ? 'taken' : 'retry';
  if (status === 401 || status === 403) return 'revoked';
  return status >= 400 && status < 500 && !retriedStatuses.has(status) ? 'refused' : 'retry';
}

/** They are about what was sent, so that a part of it may be taken. Others, such as 404, are about the feed. */
const splitStatuses: ReadonlySet<number> = new Set([400, 413, 422]);

/** Per request. The server takes 10,000 readings and a megabyte: names and models can be long. */
const maxReadings = 5_000;
const maxBytes = 512 * 1024;
/**
 * Refused requests in a row before the rest is given up. A single bad reading among the most there can be is found within half of them;
 * if nothing at all is taken, it is not about the readings.
 */
const maxRefusals = 40;

export interface Sent {
  readonly taken: number;
  readonly refused: readonly { readonly part: Batch; readonly reason: string }[];
  /** The answer after which the batch has to wait. What was taken of it is sent again then, with the same keys. */
  readonly stoppedBy?: Outcome;
  /** The time of the server, if readings are refused that have a later one. */
  readonly serverTime?: Date;
}

/**
 * Sends a batch, in order. One that is refused is halved until the bad reading is alone, so that a single printer cannot hold up all
 * others. Which parts there are depends on the batch and on the answers only: each has its key, and the server takes it once.
 */
export async function sendBatch(
  { key, feedId, readings }: Batch,
  send: (readings: readonly QueuedReading[], key: string) => Promise<Outcome>,
): Promise<Sent> {
  const refused: { part: Batch; reason: string }[] = [];
  let taken = 0;
  let refusals = 0;
  const parts = partsOf(readings);
  for (let next = parts.shift(); next; next = parts.shift()) {
    const [from, to] = next;
    const isWhole = to - from === readings.length;
    const part = readings.slice(from, to);
    const partKey = isWhole ? key : derivedKey(key, `${from}-${to}`);
    const outcome = await send(part, partKey);
    const verdict = verdictOn(outcome);
    if (verdict === 'taken') {
      taken += part.length;
      refusals = 0;
    } else if (verdict === 'refused' && !('error' in outcome)) {
      refusals += 1;
      const { date } = outcome;
      if (date && part.some(({ read_at }) => new Date(read_at) > date))
        return { taken, refused: [], serverTime: date };
      if (part.length > 1 && splitStatuses.has(outcome.status) && refusals < maxRefusals) {
        const middle = Math.floor((from + to) / 2);
        parts.unshift([from, middle], [middle, to]);
      } else refused.push({ part: { key: partKey, feedId, readings: part }, reason: refusalIn(outcome) });
    } else return { taken, refused, stoppedBy: outcome };
  }
  return { taken, refused };
}

type Part = readonly [from: number, to: number];

function partsOf(readings: readonly QueuedReading[]): Part[] {
  const parts: Part[] = [];
  let [from, bytes] = [0, 0];
  readings.forEach((reading, index) => {
    const size = Buffer.byteLength(JSON.stringify(reading)) + 1;
    if (index > from && (index - from === maxReadings || bytes + size > maxBytes)) {
      parts.push([from, index]);
      [from, bytes] = [index, 0];
    }
    bytes += size;
  });
  if (from < readings.length) parts.push([from, readings.length]);
  return parts;
}

/**
 * The batch without times that are in the future for the server: the clock of this machine was ahead when they were read, which was
 * before now.
 */
export const notLaterThan = (time: Date, { key, feedId, readings }: Batch): Batch => ({
  key: derivedKey(key, 'not later'),
  feedId,
  readings: readings.map((reading) =>
    new Date(reading.read_at) > time ? { ...reading, read_at: time.toISOString() } : reading,
  ),
});
