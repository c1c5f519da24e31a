export { Regrove, type Orders } from './client.js';
export {
  ApiError,
  BadRequestError,
  ConnectionError,
  ForbiddenError,
  NotFoundError,
  RateLimitError,
  RegroveError,
  ServerError,
  TimeoutError,
  UnauthorizedError,
} from './errors.js';
export type { DayRange, DeliveryFilter, EventFilter, ExternalIdFilter, ReportFilter } from './operations.js';
export type { List, Page, PageOptions } from './list.js';
export type { CallOptions, Fetch, RegroveOptions, WriteOptions } from './options.js';
export type { Revision, Shape } from './shapes.js';
export {
  verifyWebhook,
  WebhookVerificationError,
  type VerifyOptions,
  type WebhookHeaders,
} from './verify-webhook.js';
export type { EventType, WebhookEvent } from './webhook-event.js';
export type * from './wire/index.js';
export { defaultRevision, revisions } from './wire/revisions.js';
