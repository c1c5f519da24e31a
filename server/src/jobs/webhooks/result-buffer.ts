import { disableFailedEndpoint } from '../../features/webhooks/disable-failed-endpoint.js';
import {
  storeFailing,
  storeResults,
  type DeliveryResult,
  type FailingChange,
  type EndpointReference,
} from '../../features/webhooks/pending-delivery-store.js';
import type { Context } from '../../database/context.js';
import { isDatabaseOutage } from '../../database/failures.js';

interface Disabling extends EndpointReference {
  readonly reason: 'gone' | 'failing';
}

/** In one statement. */
const batchSize = 1_000;
/** Each is a transaction with mails. The others follow in the next steps. */
const disabledAtOnce = 20;
/** Nothing more is sent while so many results wait for the database. */
const maxWaiting = 5_000;

/** Buffers results of attempts until they are stored: many in one statement. */
export class ResultBuffer {
  readonly #results: DeliveryResult[] = [];
  /** By endpoint. */
  readonly #failing = new Map<string, FailingChange>();
  readonly #disabling = new Map<string, Disabling>();

  constructor(readonly onStored: (stored: readonly DeliveryResult[]) => void) {}

  get isFull(): boolean {
    return this.#results.length >= maxWaiting;
  }

  add(result: DeliveryResult): void {
    this.#results.push(result);
  }

  setFailing(change: FailingChange): void {
    this.#failing.set(change.endpointId, change);
  }

  disable(disabling: Disabling): void {
    this.#disabling.set(disabling.endpointId, disabling);
  }

  /** If the database fails, everything is kept for the next time. */
  async store(context: Context): Promise<void> {
    while (this.#results.length > 0) {
      const batch = this.#results.slice(0, batchSize);
      await storeResults(context.db, batch);
      this.#results.splice(0, batch.length);
      this.onStored(batch);
    }
    const changes = [...this.#failing.values()];
    if (changes.length > 0) {
      await storeFailing(context.db, changes);
      for (const change of changes)
        if (this.#failing.get(change.endpointId) === change) this.#failing.delete(change.endpointId);
    }
    for (const { accountId, endpointId, reason } of [...this.#disabling.values()].slice(0, disabledAtOnce)) {
      // One that cannot be disabled fails again, and must not keep the others from being sent.
      this.#disabling.delete(endpointId);
      await disableFailedEndpoint(context, accountId, endpointId, reason).catch((error: unknown) => {
        if (isDatabaseOutage(error)) throw error;
        context.log.error({ err: error, endpoint: endpointId }, 'a webhook endpoint could not be disabled');
      });
    }
  }
}
