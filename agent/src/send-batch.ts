import { type Answer, refusalIn } from './api.js';
import { type Batch, derivedKey, type QueuedReading } from './queue.js';

export type Outcome = Answer | { readonly error: unknown };

/** `retry`: nothing is wrong with what was sent, or it is not known. */
export type Verdict = 'taken' | 'revoked' | 'refused' | 'retry';

/** They are about what was sent, so that a part of it may be taken. Others, such as 404, are about the feed or the server. */
const refusals: ReadonlySet<number> = new Set([400, 413, 422]);

export function verdictOn(outcome: Outcome): Verdict {
  if ('error' in outcome) return 'retry';
  const { status, body } = outcome;
  if (status >= 200 && status < 300) return typeof body === 'object' && body !== null ? 'taken' : 'retry';
  if (status === 401 || status === 403) return 'revoked';
  return refusals.has(status) ? 'refused' : 'retry';
}

/** Whether the server says which reading it refuses. One that is older than this agent refuses a field of each. */
const isAboutReading = (answer: Answer): boolean =>
  /readings\[\d+\](?!.*is not a known field)/.test(refusalIn(answer));

/** Per request. The server takes 10,000 readings and a megabyte: names and models can be long. */
const maxReadings = 5_000;
const maxBytes = 512 * 1024;
/**
 * Refused requests in a row before the rest is given up. A single bad reading among the most there can be is found within half of them;
 * if nothing at all is taken, it is not about the readings.
 */
const maxRefusals = 40;

export interface SendResult {
  readonly taken: number;
  readonly refused: readonly { readonly part: Batch; readonly reason: string }[];
  /** The answer after which the batch has to wait. What was taken of it is sent again then, with the same keys. */
  readonly stoppedBy?: Outcome;
  /** The time of the server, if it stopped here and readings of what it refused have a later one. */
  readonly serverTime?: Date;
}

export interface Sender {
  readonly send: (part: Pick<Batch, 'readings' | 'addresses'>, key: string) => Promise<Outcome>;
  /** Whether the feed takes readings at all, as the server tells. */
  readonly isOpen: () => Promise<boolean>;
}

/**
 * Sends a batch, in order. One that is refused is halved until the bad reading is alone, so that a single printer cannot hold up all
 * others. Which parts there are depends on the batch and on the answers only: each has its key, and the server takes it once. If nothing
 * is taken, and the server does not say that it is because of a reading, the batch has to wait.
 */
export async function sendBatch(
  { key, feedId, readings, addresses }: Batch,
  { send, isOpen }: Sender,
): Promise<SendResult> {
  const refused: { part: Batch; reason: string }[] = [];
  let taken = 0;
  let refusals = 0;
  let isAnyBad = false;
  let lastRefusal: Outcome | undefined;
  const parts = partsOf(readings);
  for (let next = parts.shift(); next; next = parts.shift()) {
    const [from, to] = next;
    const isWhole = to - from === readings.length;
    const part = readings.slice(from, to);
    const partKey = isWhole ? key : derivedKey(key, `${from}-${to}`);
    // Once is enough.
    const called = from === 0 && addresses ? { addresses } : {};
    const outcome = await send({ readings: part, ...called }, partKey);
    const verdict = verdictOn(outcome);
    if (verdict === 'taken') {
      taken += part.length;
      refusals = 0;
    } else if (verdict === 'refused' && !('error' in outcome)) {
      const { date } = outcome;
      if (date && part.some(({ read_at }) => isLater(read_at, date)))
        return { taken, refused: [], stoppedBy: outcome, serverTime: date };
      isAnyBad ||= isAboutReading(outcome);
      if (!isAnyBad && lastRefusal === undefined && !(await isOpen()))
        return { taken, refused: [], stoppedBy: outcome };
      lastRefusal = outcome;
      refusals += 1;
      if (part.length > 1 && refusals < maxRefusals) {
        const middle = Math.floor((from + to) / 2);
        parts.unshift([from, middle], [middle, to]);
      } else refused.push({ part: { key: partKey, feedId, readings: part }, reason: refusalIn(outcome) });
    } else return { taken, refused, stoppedBy: outcome };
  }
  return taken === 0 && !isAnyBad && lastRefusal
    ? { taken, refused: [], stoppedBy: lastRefusal }
    : { taken, refused };
}

/** The header `Date` leaves the milliseconds out. */
const isLater = (readAt: string, serverTime: Date): boolean =>
  new Date(readAt).getTime() >= serverTime.getTime() + 1000;

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
export const clampReadTimes = (time: Date, { key, readings, ...rest }: Batch): Batch => ({
  ...rest,
  key: derivedKey(key, 'not later'),
  readings: readings.map((reading) =>
    new Date(reading.read_at) > time ? { ...reading, read_at: time.toISOString() } : reading,
  ),
});
