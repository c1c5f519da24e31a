import { Type, type Static } from '@sinclair/typebox';
import { eventTypes } from '../features/events/event-types.js';
import { attemptErrors } from '../features/webhooks/attempt-errors.js';
import type { ShownEndpoint } from '../features/webhooks/change-endpoint.js';
import {
  deliveryStatuses,
  type Attempt as AttemptRow,
  type Delivery as DeliveryRow,
} from '../features/webhooks/delivery-store.js';
import { shownPublicKey } from '../features/webhooks/endpoint-keys.js';
import { disabledReasons, type Endpoint as EndpointRow } from '../features/webhooks/endpoint-store.js';
import { Body, Count, Field, Id, SingleLineText, Nullable, OneOf, Optional, Timestamp } from './fields.js';
import { formatNullable, formatTimestamp } from './times.js';

/** Compared with the known ones by `requireSelectors`, whose message quotes what is unknown. */
const Selectors = Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: 100 });
const Status = OneOf(['enabled', 'disabled']);

const fields = {
  id: Field('Its id.', Id),
  account_id: Field('The account it belongs to.', Id),
  url: Field('Where events are sent.', Type.String()),
  events: Field(
    'What is sent: types of events, all of a resource as in `order.*`, or `*`.',
    Type.Array(Type.String()),
  ),
  description: Field('A note of your own.', Nullable(Type.String())),
  include_descendants: Field('Whether events of accounts below are sent, too.', Type.Boolean()),
  status: Field('Whether events are sent.', Status),
  disabled_reason: Field(
    'Why it is disabled: `requested`, `gone` (it answered 410) or `failing` (for five days).',
    Nullable(OneOf(disabledReasons)),
  ),
  revision: Field(
    'The revision of the API in which events are sent: the one it was created in.',
    Type.String(),
  ),
  created_at: Field('When it was created.', Timestamp),
  public_key: Field('Verifies the `v1a` signatures (Ed25519).', Type.String()),
};

export const WebhookEndpoint = Type.Object(fields, { title: 'WebhookEndpoint' });

export const CreatedWebhookEndpoint = Type.Object(
  { ...fields, secret: Field('Verifies the `v1` signatures. Shown only now.', Type.String()) },
  { title: 'CreatedWebhookEndpoint' },
);

const NewUrl = SingleLineText(2048);
const urlText = 'An https address without username, password and fragment.';

export const NewWebhookEndpoint = Body('NewWebhookEndpoint', {
  url: Field(urlText, NewUrl),
  events: Field('Types of events, all of a resource as in `order.*`, or `*`.', Selectors),
  description: Field('A note of your own.', Optional(SingleLineText(255))),
  include_descendants: Field(
    'Whether events of accounts below are sent, too. Default: `false`.',
    Optional({ ...Type.Boolean(), default: false }),
  ),
});

export const WebhookEndpointChanges = Body('WebhookEndpointChanges', {
  url: Field(urlText, Type.Optional(NewUrl)),
  events: Field('Types of events, all of a resource as in `order.*`, or `*`.', Type.Optional(Selectors)),
  description: Field('A note of your own; `null` clears it.', Optional(SingleLineText(255))),
  include_descendants: Field(
    'Whether events of accounts below are sent, too.',
    Type.Optional(Type.Boolean()),
  ),
  status: Field('Whether events are sent.', Type.Optional(Status)),
});

export const NewWebhookReplay = Body('NewWebhookReplay', {
  start_date: Field('First day, in UTC.', Type.String({ format: 'day' })),
  end_date: Field('Last day, in UTC.', Type.String({ format: 'day' })),
  events: Field(
    'Only these of the events that the endpoint receives: types, all of a resource as in `order.*`, or `*`.',
    Optional(Selectors),
  ),
});

export const WebhookReplay = Type.Object(
  { events: Field('How many events are sent again.', Count) },
  { title: 'WebhookReplay' },
);

const attempt = {
  status_code: Field('Status of the response; `null` if there was none.', Nullable(Type.Integer())),
  duration_ms: Field('How long it took, in milliseconds.', Count),
  error: Field('Why it did not succeed; `null` if it did.', Nullable(OneOf(attemptErrors))),
  response_excerpt: Field('The beginning of the response, up to 1 kB.', Nullable(Type.String())),
};

export const WebhookAttempt = Type.Object(
  { at: Field('When it was made.', Timestamp), ...attempt },
  { title: 'WebhookAttempt' },
);

export const WebhookDelivery = Type.Object(
  {
    id: Field('Its id.', Id),
    event_id: Field('The event.', Id),
    account_id: Field('The account that the event happened to.', Id),
    type: Field('The type of the event.', OneOf(eventTypes)),
    status: Field('`pending` until it has succeeded or all attempts have failed.', OneOf(deliveryStatuses)),
    created_at: Field('When the event was assigned to the endpoint.', Timestamp),
    attempts: Field('The latest attempts, oldest first.', Type.Array(WebhookAttempt)),
    next_attempt_at: Field('When it is tried next; `null` if it is not.', Nullable(Timestamp)),
  },
  { title: 'WebhookDelivery' },
);

export const WebhookTest = Type.Object(
  { succeeded: Field('Whether the response was 2xx.', Type.Boolean()), ...attempt },
  { title: 'WebhookTest' },
);

export const presentEndpoint = (endpoint: EndpointRow): Static<typeof WebhookEndpoint> => ({
  id: endpoint.id,
  account_id: endpoint.accountId,
  url: endpoint.url,
  events: [...endpoint.events],
  description: endpoint.description,
  include_descendants: endpoint.includeDescendants,
  status: endpoint.status,
  disabled_reason: endpoint.disabledReason,
  revision: endpoint.revision,
  created_at: formatTimestamp(endpoint.createdAt),
  public_key: shownPublicKey(endpoint.publicKey),
});

export const presentCreatedEndpoint = (endpoint: ShownEndpoint): Static<typeof CreatedWebhookEndpoint> => ({
  ...presentEndpoint(endpoint),
  secret: endpoint.secret,
});

const presentOutcome = (outcome: Omit<AttemptRow, 'at'>) => ({
  status_code: outcome.statusCode,
  duration_ms: outcome.durationMs,
  error: outcome.error,
  response_excerpt: outcome.responseExcerpt,
});

/** Nothing is tried next while the endpoint is disabled. */
export const presentDelivery = (
  delivery: DeliveryRow,
  { status }: Pick<EndpointRow, 'status'>,
): Static<typeof WebhookDelivery> => ({
  id: delivery.id,
  event_id: delivery.eventId,
  account_id: delivery.eventAccountId,
  type: delivery.eventType,
  status: delivery.status,
  created_at: formatTimestamp(delivery.createdAt),
  attempts: delivery.attempts.map((one) => ({
    at: formatTimestamp(new Date(one.at)),
    ...presentOutcome(one),
  })),
  next_attempt_at: status === 'enabled' ? formatNullable(delivery.nextAttemptAt) : null,
});

export const presentTest = (outcome: Omit<AttemptRow, 'at'>): Static<typeof WebhookTest> => ({
  succeeded: outcome.error === null,
  ...presentOutcome(outcome),
});

/** A message in the form of an event, with the endpoint itself as its object. */
export const writeTestEvent = (
  id: string,
  endpoint: EndpointRow,
  { at, livemode }: { readonly at: Date; readonly livemode: boolean },
): string =>
  JSON.stringify({
    id,
    type: 'test',
    account_id: endpoint.accountId,
    created_at: formatTimestamp(at),
    sequence: 0,
    livemode,
    revision: endpoint.revision,
    data: { object: presentEndpoint(endpoint) },
  });
