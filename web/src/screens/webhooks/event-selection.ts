import type { EventType } from '@regrove/sdk';
import { eventKinds, kindNames } from '../../components/events/event-kinds.js';

/** The types that an endpoint's `events` select. */
export const typesIn = (events: readonly string[]): Set<EventType> =>
  new Set(
    kindNames.flatMap((kind) =>
      eventKinds[kind].types.filter((type) => ['*', `${kind}.*`, type].some((one) => events.includes(one))),
    ),
  );

/** How the API is asked for these types: all of a kind also stand for those that the kind will have later. */
export const eventsOf = (types: ReadonlySet<EventType>): string[] =>
  kindNames.flatMap((kind) => {
    const { types: ofKind } = eventKinds[kind];
    return ofKind.every((type) => types.has(type)) ? [`${kind}.*`] : ofKind.filter((type) => types.has(type));
  });
