import type { DefaultRevision, Revision, Shape } from './shapes.js';

/** What happens to accounts. */
export type EventType = Shape<'AccountEvent'>['type'];

/** A resource of a revision; in one that does not describe it, at least its id. */
type Known<S> = [S] extends [never] ? { id: string } : S;

/** What events are about, by the first part of their type. */
interface Resources<R extends Revision> {
  account: Shape<'Account', R>;
  deposit: Shape<'Deposit', R>;
  biomass_offset: Shape<'BiomassOffset', R>;
  certificate: Shape<'BiomassCertificate', R>;
  quote: Shape<'ExpandedQuote', R>;
  order: Known<Shape<'ExpandedOrder', R>>;
  carbon_offset: Shape<'CarbonOffset', R>;
  feed: Shape<'Feed', R>;
  month: Shape<'ClosedMonth', R>;
  invoice: Shape<'Invoice', R>;
  forestry_project: Shape<'ForestryProject', R>;
}

type ObjectOf<Type extends EventType, R extends Revision> = Type extends 'feed.collected'
  ? Shape<'CollectedFeed', R>
  : Type extends `${infer Resource extends keyof Resources<R>}.${string}`
    ? Resources<R>[Resource]
    : never;

type EventOf<Type extends EventType, R extends Revision> = Type extends EventType
  ? Omit<Shape<'AccountEvent'>, 'type' | 'data'> & {
      type: Type;
      data:
        // `false` is never sent: it lets `truncated` tell the two apart also without strict types.
        | { object: ObjectOf<Type, R>; truncated?: false }
        /* Larger than 20 kB: read the resource with its id. */
        | { object: { id: string }; truncated: true };
    }
  : never;

/** What `POST /webhook_endpoints/:id/test` sends. */
type TestEvent = Omit<Shape<'AccountEvent'>, 'type' | 'data'> & {
  type: 'test';
  /** The endpoint itself. */
  data: { object: Shape<'WebhookEndpoint'>; truncated?: false };
};

/**
 * An event as it is delivered. `type` tells what `data.object` is. `Type` selects some: `WebhookEvent<'order.placed'>`.
 * Handle types that you do not know, since later versions may add some.
 */
export type WebhookEvent<
  Type extends EventType | 'test' = EventType | 'test',
  R extends Revision = DefaultRevision,
> = EventOf<Exclude<Type, 'test'>, R> | ('test' extends Type ? TestEvent : never);
