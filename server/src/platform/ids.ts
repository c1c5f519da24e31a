import { randomUUID } from 'node:crypto';
import { systemClock, type Clock } from './time/clock.js';

const maxPerMs = 0xfff;

/**
 * UUIDv7s: ids sort in creation order, which lists use to break ties. They consist of the time, a counter (RFC 9562, 6.2,
 * method 1) and random bits. The random bits come from `randomUUID`, which is cheap because Node caches random data.
 */
export function idsBy(clock: Clock): () => string {
  // Timestamp of the newest id. Never goes back, even if the clock does.
  let time = 0;
  // Counter within a millisecond. Starts low, so that it rarely overflows.
  let number = 0;
  let timePart = '';
  const setTime = (ms: number): void => {
    time = ms;
    number = Math.floor(Math.random() * 0x400);
    timePart = timePartOf(ms);
  };
  return () => {
    const now = clock().getTime();
    if (now > time) setTime(now);
    else if (number === maxPerMs) setTime(time + 1);
    else number++;
    return timePart + numberPart(number) + randomUUID().slice(18);
  };
}

export const newId = idsBy(systemClock);

/** Of `idAt`. */
const digits = 12;
let lastTick = 0;

/**
 * A UUIDv7 with a given time, so that a row with an index by time can be found by its id alone. Ids with the same time, which in a
 * sandbox may be that of a whole day's work, sort by when they were made: in place of random bits they have ticks of 10 microseconds.
 */
export function idAt(at: Date): string {
  const tick = Math.floor((performance.timeOrigin + performance.now()) * 100);
  lastTick = Math.max(lastTick + 1, tick);
  const hex = (lastTick % 16 ** digits).toString(16).padStart(digits, '0');
  const rest = hex.slice(6) + randomUUID().slice(-6);
  return `${timePartOf(at.getTime())}${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${rest}`;
}

const timePartOf = (ms: number): string => {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7`;
};

const numberPart = (number: number): string => number.toString(16).padStart(3, '0');

/** When an id of `newId` was made, or the time that it was given. */
export const timeOfId = (id: string): Date => new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16));

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => uuid.test(text);
