import {
  itemPath,
  addsAndRemoves,
  sandboxOperations,
  creates,
  createsBatches,
  importsJobs,
  createsWithSecret,
  deletes,
  webhookOperations,
  gets,
  getsExpanded,
  agentOperations,
  plantingOperations,
  singleton,
  lists,
  places,
  reports,
  resource,
  listsRetirements,
  activates,
  takesReadings,
  updates,
  type Creates,
  type DayRange,
  type Deletes,
  type EventFilter,
  type ExternalIdFilter,
  type Gets,
  type Lists,
  type Places,
} from './operations.js';
import type { CallOptions, RegroveOptions } from './options.js';
import type { DefaultRevision, Revision, Shape } from './shapes.js';
import { transport, type Send } from './transport.js';
import type { EventType, WebhookEvent } from './webhook-event.js';
import { defaultRevision, hasOrders } from './wire/revisions.js';

/** Orders, in the revisions that have them. */
export type Orders<R extends Revision> = R extends Revision
  ? (typeof hasOrders)[R] extends true
    ? Lists<Shape<'Order', R>, ExternalIdFilter> &
        Gets<Shape<'ExpandedOrder', R>> &
        Creates<Shape<'NewOrder', R>, Shape<'ExpandedOrder', R>> &
        Places<Shape<'ExpandedOrder', R>> &
        Deletes
    : undefined
  : never;

/**
 * A client of the API for one account: that of the key, or one below it (see `account`).
 *
 * ```ts
 * const client = new Regrove({ baseUrl: 'https://regrove.example.com/v1', key, userAgent: 'PrintDesk/1.2.3 (Vendor)' });
 * const offset = await client.offsets.create({ pages: 1200 });
 * ```
 */
export class Regrove<R extends Revision = DefaultRevision> {
  readonly #options: RegroveOptions<R>;
  readonly #transport: Send;
  readonly #scope: string;
  readonly #send: Send = (method, path, call) => this.#transport(method, this.#scope + path, call);

  /** The accounts directly below this one; the other operations also work for accounts further down. */
  readonly accounts = resource(
    this.#send,
    '/accounts',
    lists<Shape<'Account', R>, ExternalIdFilter>,
    gets<Shape<'ExpandedAccount', R>>,
    creates<Shape<'NewAccount', R>, Shape<'ExpandedAccount', R>>,
    updates<Shape<'AccountChanges', R>, Shape<'ExpandedAccount', R>>,
    activates<Shape<'ExpandedAccount', R>>,
  );

  /** Biomass certificates, the receipts of biomass offsets, newest first. */
  readonly certificates = resource(
    this.#send,
    '/biomass/certificates',
    lists<Shape<'BiomassCertificate', R>>,
    gets<Shape<'BiomassCertificate', R>>,
  );

  /** Biomass offsets: paper converted to trees immediately, newest first. */
  readonly offsets = resource(
    this.#send,
    '/biomass/offsets',
    lists<Shape<'BiomassOffset', R>, DayRange>,
    gets<Shape<'BiomassOffset', R>>,
    creates<Shape<'NewBiomassOffset', R>, Shape<'BiomassOffset', R>>,
    deletes,
  );

  /** Carbon offsets, newest first. Placing an order creates them. */
  readonly carbonOffsets = resource(
    this.#send,
    '/carbon/offsets',
    lists<Shape<'CarbonOffset', R>>,
    gets<Shape<'CarbonOffset', R>>,
    listsRetirements<Shape<'CarbonRetirement', R>>,
  );

  /** All carbon projects, oldest first. */
  readonly carbonProjects = resource(
    this.#send,
    '/carbon/projects',
    lists<Shape<'CarbonProject', R>>,
    gets<Shape<'CarbonProject', R>>,
  );

  /** Deposits: paper that is converted to trees at the end of the month, newest first. */
  readonly deposits = resource(
    this.#send,
    '/deposits',
    lists<Shape<'Deposit', R>, DayRange>,
    gets<Shape<'Deposit', R>>,
    creates<Shape<'NewDeposit', R>, Shape<'Deposit', R>>,
    createsBatches<Shape<'NewDepositBatch', R>, Shape<'DepositBatch', R>>,
    importsJobs<Shape<'JobFile', R>, Shape<'ImportedJobs', R>>,
    deletes,
  );

  /** What happened to the account in the last 30 days, newest first. */
  readonly events = resource(
    this.#send,
    '/events',
    lists<WebhookEvent<EventType, R>, EventFilter>,
    gets<WebhookEvent<EventType, R>>,
  );

  /** The account's favorite forestry projects, in the order in which they were added. */
  readonly favorites = resource(
    this.#send,
    '/projects',
    lists<Shape<'ForestryProject', R>>,
    addsAndRemoves<Shape<'ForestryProject', R>>,
  );

  /** Feeds, which collect page counts, newest first. */
  readonly feeds = resource(
    this.#send,
    '/feeds',
    lists<Shape<'Feed', R>>,
    gets<Shape<'Feed', R>>,
    creates<Shape<'NewFeed', R>, Shape<'CreatedFeed', R>>,
    updates<Shape<'FeedChanges', R>, Shape<'Feed', R>>,
    deletes,
    activates<Shape<'Feed', R>>,
    takesReadings<Shape<'NewReadings', R>, Shape<'TakenReadings', R>>,
    agentOperations<
      Shape<'NewAgent', R>,
      Shape<'CreatedAgent', R>,
      Shape<'Agent', R>,
      Shape<'AgentReport', R>,
      Shape<'TakenAgentReport', R>
    >,
  );

  /** All forestry projects, oldest first. */
  readonly forestryProjects = resource(
    this.#send,
    '/forestry/projects',
    lists<Shape<'ForestryProject', R>>,
    gets<Shape<'ForestryProject', R>>,
    plantingOperations<Shape<'Planting', R>>,
  );

  /** Invoices for the offsets of each month, newest first. */
  readonly invoices = resource(
    this.#send,
    '/invoices',
    lists<Shape<'Invoice', R>>,
    gets<Shape<'ExpandedInvoice', R>>,
  );

  /**
   * Orders: calculate trees, tonnes and a price for paper, then create the offsets; newest first. Not in revision
   * 1.6.3.
   */
  readonly orders: Orders<R>;

  /** Quotes: calculate trees and a price for paper, newest first. */
  readonly quotes = resource(
    this.#send,
    '/quotes',
    lists<Shape<'Quote', R>, ExternalIdFilter>,
    gets<Shape<'ExpandedQuote', R>>,
    creates<Shape<'NewQuote', R>, Shape<'ExpandedQuote', R>>,
    deletes,
  );

  /** The sandbox that the key belongs to, if it begins with `rg_test_`. */
  readonly sandbox = resource(
    this.#send,
    '/sandbox',
    sandboxOperations<Shape<'CaughtMail', R>, Shape<'SandboxAdvance', R>, Shape<'SandboxState', R>>,
  );

  /** Sandboxes of a root account: accounts with a clock of their own, newest first. */
  readonly sandboxes = resource(
    this.#send,
    '/sandboxes',
    lists<Shape<'Sandbox', R>>,
    createsWithSecret<Shape<'NewSandbox', R>, Shape<'CreatedSandbox', R>>,
    deletes,
  );

  /** Servers that feeds read from, newest first. Their passwords are never returned. */
  readonly servers = resource(
    this.#send,
    '/servers',
    lists<Shape<'Server', R>>,
    gets<Shape<'Server', R>>,
    creates<Shape<'NewServer', R>, Shape<'Server', R>>,
    updates<Shape<'ServerChanges', R>, Shape<'Server', R>>,
    deletes,
  );

  /** The account's own settings: language, badge and carbon projects. */
  readonly settings = resource(
    this.#send,
    '/settings',
    singleton<Shape<'AccountSettingsChanges', R>, Shape<'AccountSettings', R>, 'public_page'>,
  );

  /** Reports on the account, for an auditor. */
  readonly reports = resource(this.#send, '/reports', reports<Shape<'AnnualReport', R>>);

  /** The users of the account, oldest first. */
  readonly users = resource(
    this.#send,
    '/users',
    lists<Shape<'User', R>>,
    getsExpanded<Shape<'ExpandedUser', R>, 'permission'>,
    creates<Shape<'NewUser', R>, Shape<'User', R>>,
    updates<Shape<'UserChanges', R>, Shape<'User', R>>,
    deletes,
  );

  /** Pages and trees per month, oldest first. */
  readonly volume = resource(this.#send, '/volume', lists<Shape<'VolumePeriod', R>, DayRange>);

  /** Where the account's events are sent, newest first. */
  readonly webhookEndpoints = resource(
    this.#send,
    '/webhook_endpoints',
    lists<Shape<'WebhookEndpoint', R>>,
    gets<Shape<'WebhookEndpoint', R>>,
    createsWithSecret<Shape<'NewWebhookEndpoint', R>, Shape<'CreatedWebhookEndpoint', R>>,
    updates<Shape<'WebhookEndpointChanges', R>, Shape<'WebhookEndpoint', R>>,
    deletes,
    webhookOperations<
      Shape<'CreatedWebhookEndpoint', R>,
      Shape<'WebhookTest', R>,
      Shape<'NewWebhookReplay', R>,
      Shape<'WebhookReplay', R>,
      Shape<'WebhookDelivery', R>
    >,
  );

  constructor(options: RegroveOptions<R>) {
    for (const name of ['baseUrl', 'key', 'userAgent'] as const)
      if (!options[name]) throw new TypeError(`Regrove needs a ${name}`);
    const revision: Revision = options.revision ?? defaultRevision;
    this.#options = options;
    this.#transport = transport({ ...options, revision });
    this.#scope = options.account === undefined ? '' : itemPath('/accounts', options.account);
    this.orders = (
      hasOrders[revision] ? resource(this.#send, '/orders', lists, gets, creates, places, deletes) : undefined
    ) as Orders<R>;
  }

  /** The same client for another account: any account below that of the key. */
  account(id: string): Regrove<R> {
    return new Regrove({ ...this.#options, account: id });
  }

  /** The account of this client, with its counters. */
  async self(options?: CallOptions): Promise<Shape<'ExpandedAccount', R>> {
    return (await this.#send('GET', '/account', options)).body as Shape<'ExpandedAccount', R>;
  }
}
