import { Deposit } from './deposits.js';
import { account, date } from './ids.js';

const WebhookEndpoint = {
  id: '01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e12',
  account_id: account,
  url: 'https://mis.example.com/regrove',
  events: ['order.*', 'month.closed'],
  description: 'Print MIS',
  include_descendants: false,
  status: 'enabled',
  disabled_reason: null,
  revision: '1.6.6',
  created_at: date,
  public_key: 'whpk_A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=',
};

const CreatedWebhookEndpoint = {
  ...WebhookEndpoint,
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw0LvDqJ1vG5k=',
};

const outcome = { status_code: 204, duration_ms: 41, error: null, response_excerpt: null };

const WebhookAttempt = { at: '2026-11-01T00:00:01Z', ...outcome };

export const webhookExamples = {
  AccountEvent: {
    id: '0199d4c8-6f58-7c1a-9f6e-3b1f0a6d7e11',
    type: 'deposit.created',
    account_id: account,
    created_at: date,
    sequence: 4711,
    livemode: true,
    revision: '1.6.6',
    data: { object: Deposit },
  },
  WebhookEndpoint,
  CreatedWebhookEndpoint,
  NewWebhookEndpoint: {
    url: WebhookEndpoint.url,
    events: WebhookEndpoint.events,
    description: WebhookEndpoint.description,
  },
  WebhookEndpointChanges: { status: 'disabled' },
  WebhookDelivery: {
    id: '0199d4c8-6f58-7c1a-9f6e-3b1f0a6d7e13',
    event_id: '0199d4c8-6f58-7c1a-9f6e-3b1f0a6d7e11',
    account_id: account,
    type: 'order.placed',
    status: 'succeeded',
    created_at: '2026-11-01T00:00:00Z',
    attempts: [WebhookAttempt],
    next_attempt_at: null,
  },
  WebhookAttempt,
  WebhookTest: { succeeded: true, ...outcome },
  WebhookReplay: { events: 12 },
  NewWebhookReplay: { start_date: '2026-10-01', end_date: '2026-10-31', events: ['order.*'] },
};
