import { dayMs } from '../../platform/time/durations.js';

/** What can happen to an account. */
export const eventTypes = [
  'account.created',
  'account.updated',
  'account.activated',
  'account.deactivated',
  'deposit.created',
  'deposit.deleted',
  'biomass_offset.created',
  'biomass_offset.deleted',
  'certificate.issued',
  'certificate.withdrawn',
  'quote.created',
  'quote.executed',
  'quote.deleted',
  'order.created',
  'order.placed',
  'order.deleted',
  'carbon_offset.created',
  'carbon_offset.fulfilled',
  'feed.created',
  'feed.updated',
  'feed.deleted',
  'feed.health_changed',
  'feed.collected',
  'month.closed',
  'invoice.created',
  'forestry_project.completed',
] as const;

export type EventType = (typeof eventTypes)[number];

/** `order` of `order.placed`. */
export type EventResource = EventType extends `${infer Resource}.${string}` ? Resource : never;

export const resourceOf = (type: EventType): EventResource =>
  type.slice(0, type.indexOf('.')) as EventResource;

/** All types of a resource. */
const patterns: readonly string[] = [...new Set(eventTypes.map((type) => `${resourceOf(type)}.*`))];

/** What selects events: a type, all types of a resource as in `order.*`, or `*`. */
export const eventSelectors: readonly string[] = [...eventTypes, ...patterns, '*'];

/** The types that one of the selectors selects. */
export const selectedTypes = (selectors: readonly string[]): EventType[] =>
  eventTypes.filter((type) =>
    selectors.some(
      (selector) => selector === '*' || selector === type || selector === `${resourceOf(type)}.*`,
    ),
  );

/** How long events can be read and sent again. */
export const keptDays = 30;

/** Events from before are no longer shown. */
export const keptFrom = (now: Date): Date => new Date(now.getTime() - keptDays * dayMs);
