import { eventSelectors } from '../events/event-types.js';
import { invalid } from '../../platform/errors.js';
import { shorten } from '../../platform/text/shorten.js';

const known: ReadonlySet<string> = new Set(eventSelectors);

/** Each once. */
export function requireSelectors(events: readonly string[]): string[] {
  const index = events.findIndex((one) => !known.has(one));
  if (index !== -1)
    throw invalid(
      `events[${index}] must be a type of event, all of a resource such as order.*, or *, not "${shorten(events[index] ?? '')}"`,
      { code: 'not-in-list', field: `events[${index}]` },
    );
  return [...new Set(events)];
}
