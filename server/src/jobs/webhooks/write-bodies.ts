import type { Event } from '../../features/events/event-list-store.js';
import type { Context } from '../../database/context.js';
import { isDatabaseOutage } from '../../database/failures.js';
import { presentEvents, writeEvent } from '../../wire/events/event.js';

interface ToWrite {
  readonly event: Event;
  readonly revision: string;
}

/** The body of each, in the same order. Undefined for one that cannot be presented, which must not keep the others waiting. */
export async function writeBodies(
  context: Context,
  items: readonly ToWrite[],
): Promise<(string | undefined)[]> {
  const revisions = [...new Set(items.map(({ revision }) => revision))];
  const bodies = new Map<string, ReadonlyMap<string, string>>();
  for (const revision of revisions) {
    // Many endpoints get the same event.
    const events = new Map(
      items.flatMap((item) => (item.revision === revision ? [[item.event.id, item.event]] : [])),
    );
    bodies.set(revision, new Map(await writeIn(context, [...events.values()], revision)));
  }
  return items.map(({ event, revision }) => bodies.get(revision)?.get(event.id));
}

/** By the id of the event. */
async function writeIn(
  context: Context,
  events: readonly Event[],
  revision: string,
): Promise<[string, string][]> {
  try {
    const presented = await presentEvents(context, events, revision);
    return presented.map((event) => [event.id, writeEvent(event)]);
  } catch (error) {
    if (isDatabaseOutage(error)) throw error;
    const [only, ...others] = events;
    if (!only) return [];
    if (others.length > 0) {
      const written: [string, string][] = [];
      for (const one of events) written.push(...(await writeIn(context, [one], revision)));
      return written;
    }
    context.log.error({ err: error, event: only.id }, 'an event could not be presented');
    return [];
  }
}
