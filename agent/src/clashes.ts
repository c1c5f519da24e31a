import type { QueuedReading } from './queue.js';
import type { Trouble } from './state.js';

/** A reading, and the printer that it comes from. */
export interface Found {
  readonly reading: QueuedReading;
  /** As people know it, such as 10.1.0.5:161. */
  readonly address: string;
  /** Which of the printers at the address. */
  readonly slot: string;
}

/** What the API takes. */
const maxIdLength = 255;
/** Of a reason in a report. */
const maxReasonLength = 255;

/**
 * The readings that can be told apart. If several printers have the same id, none of them is sent: the server would take them for one
 * whose counter jumps, and count pages that nobody has printed.
 */
export function withoutClashes(found: readonly Found[]): { readings: QueuedReading[]; trouble: Trouble[] } {
  const byDevice = new Map<string, Map<string, Found>>();
  for (const one of found) {
    const places = byDevice.get(one.reading.device) ?? new Map<string, Found>();
    const place = `${one.address} ${one.slot}`;
    if (!places.has(place)) places.set(place, one);
    byDevice.set(one.reading.device, places);
  }
  const readings: QueuedReading[] = [];
  const trouble: Trouble[] = [];
  for (const [device, places] of byDevice) {
    const all = [...places.values()];
    const reasonFor = (one: Found): string | undefined => {
      if (device.length > maxIdLength) return `its id has more than ${maxIdLength} characters`;
      const others = all.filter((other) => other !== one).map(({ address }) => address);
      if (others.length === 0) return undefined;
      const listed = `${others.slice(0, 3).join(', ')}${others.length > 3 ? ', …' : ''}`;
      return `has the same serial number as ${listed}: ${device}`.slice(0, maxReasonLength).toWellFormed();
    };
    for (const one of all) {
      const reason = reasonFor(one);
      if (reason === undefined) readings.push(one.reading);
      else trouble.push({ address: one.address, reason });
    }
  }
  return { readings, trouble };
}
