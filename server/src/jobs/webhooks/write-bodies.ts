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
  const bodies = new Map<ToWrite, string>();
  for (const revision of new Set(items.map((item) => item.revision))) {
    const some = items.filter((item) => item.revision === revision);
    for (const [item, body] of await writeIn(context, some, revision)) bodies.set(item, body);
  }
  return items.map((item) => bodies.get(item));
}

async function writeIn(
  context: Context,
  items: readonly ToWrite[],
  revision: string,
): Promise<[ToWrite, string][]> {
  try {
    const presented = await presentEvents(
      context,
      items.map(({ event }) => event),
      revision,
    );
    return items.map((item, index) => [item, writeEvent(presented[index] as (typeof presented)[number])]);
  } catch (error) {
    if (isDatabaseOutage(error)) throw error;
    const [only, ...others] = items;
    if (!only) return [];
    if (others.length > 0) {
      const one = items.map((item) => writeIn(context, [item], revision));
      return (await Promise.all(one)).flat();
    }
    context.log.error({ err: error, event: only.event.id }, 'an event could not be presented');
    return [];
  }
}
