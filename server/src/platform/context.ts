import type { Actor } from './actor.js';
import type { Clock } from './clock.js';
import type { Database } from './db/database.js';
import type { Decimal } from './decimals.js';
import type { Log } from './log.js';
import type { MailSettings } from './mail-settings.js';
import type { NetworkPolicy } from './network-policy.js';
import type { SecretBox } from './secret-box.js';
import type { WorkerThreads } from './worker-threads.js';

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
