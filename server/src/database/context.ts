import type { Actor } from '../platform/actor.js';
import type { Clock } from '../platform/time/clock.js';
import type { Database, Transaction } from './database.js';
import type { Decimal } from '../platform/decimals.js';
import type { Log } from '../platform/log.js';
import type { MailSettings } from '../platform/config/mail-settings.js';
import type { NetworkPolicy } from '../platform/net/network-policy.js';
import type { SignInSettings } from '../platform/config/sign-in-settings.js';
import type { SecretBox } from '../platform/secrets/secret-box.js';
import type { ReadReplica } from './read-replica.js';
import type { WorkerThreads } from '../platform/worker-threads.js';

/** Everything a use case depends on. Provided by the request, command or job that starts it. */
export interface Context {
  readonly db: Database;
  /** For reports; absent: they are read from `db`. */
  readonly replica?: ReadReplica | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: SecretBox;
  readonly network: NetworkPolicy;
  /** Public address for links, without a trailing slash. */
  readonly baseUrl: () => string;
  readonly mail: MailSettings;
  /** How people may sign in. */
  readonly signIn: SignInSettings;
  /** For work that would block the event loop for too long. */
  readonly threads: WorkerThreads;
  /** ISO 4217 code for all prices. */
  readonly currency: string;
  /** Limit on the unbilled offsets of an account; null: no limit. */
  readonly maxUnbilled: Decimal | null;
  /** Recorded in the audit trail. */
  readonly actor: Actor;
}

/** For code that must run inside a transaction. */
export interface TransactionContext extends Context {
  readonly db: Transaction;
}
