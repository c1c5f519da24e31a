import type { Actor } from '../platform/actor.js';
import type { Clock } from '../platform/time/clock.js';
import type { Database, Transaction } from './database.js';
import type { Decimal } from '../platform/decimals.js';
import type { Log } from '../platform/log.js';
import type { MailSettings } from '../platform/config/mail-settings.js';
import type { NetworkPolicy } from '../platform/net/network-policy.js';
import type { SecretBox } from '../platform/secrets/secret-box.js';
import type { WorkerThreads } from '../platform/worker-threads.js';

/** All that a use case may lean on. Whoever starts one (a request, a command, a job) hands it in. */
export interface Context {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: SecretBox;
  readonly network: NetworkPolicy;
  /** Public address, for links, without a slash at the end. */
  readonly baseUrl: () => string;
  readonly mail: MailSettings;
  /** For what would keep this thread busy for too long. */
  readonly threads: WorkerThreads;
  /** Of all prices; ISO 4217. */
  readonly currency: string;
  /** What an account may have in offsets that are not billed yet; null: no limit. */
  readonly maxUnbilled: Decimal | null;
  /** Who is at work; the audit trail says so. */
  readonly actor: Actor;
}

/** The same for what has to run inside a transaction. */
export interface TransactionContext extends Context {
  readonly db: Transaction;
}
