import type { LogSigner } from '../platform/secrets/log-signer.js';
import type { Actor } from '../platform/actor.js';
import type { Clock } from '../platform/time/clock.js';
import type { Database, Transaction } from './database.js';
import type { Claims } from '../platform/config/claims-setting.js';
import type { Decimal } from '../platform/decimals.js';
import type { InvoiceSettings } from '../platform/config/invoice-settings.js';
import type { Log } from '../platform/log.js';
import type { MailSettings } from '../platform/config/mail-settings.js';
import type { NetworkPolicy } from '../platform/net/network-policy.js';
import type { SignInSettings } from '../platform/config/sign-in-settings.js';
import type { SecretBox } from '../platform/secrets/secret-box.js';
import type { SandboxDatabases } from './sandbox-databases.js';
import type { ReadReplica } from './read-replica.js';
import type { WorkerThreads } from '../platform/worker-threads.js';

/** Everything a use case depends on. Provided by the request, command or job that starts it. */
export interface Context {
  readonly db: Database;
  /** For reports; absent: they are read from `db`. */
  readonly replica?: ReadReplica | undefined;
  /** The time of the accounts in scope: of a sandbox, that of its own clock. */
  readonly clock: Clock;
  /** Set in a sandbox. */
  readonly sandbox?: SandboxScope | undefined;
  readonly sandboxes: SandboxDatabases;
  readonly log: Log;
  readonly secrets: SecretBox;
  /** For feeds. */
  readonly network: NetworkPolicy;
  readonly webhookNetwork: NetworkPolicy;
  readonly transparency: LogSigner;
  /** Public address for links, without a trailing slash. */
  readonly baseUrl: () => string;
  readonly mail: MailSettings;
  /** How people may sign in. */
  readonly signIn: SignInSettings;
  /** For work that would block the event loop for too long. */
  readonly threads: WorkerThreads;
  /** What is said of the trees that were paid for. */
  readonly claims: Claims;
  /** ISO 4217 code for all prices. */
  readonly currency: string;
  /** Limit on the unbilled offsets of an account; null: no limit. */
  readonly maxUnbilled: Decimal | null;
  /** What invoices contain besides their lines. */
  readonly invoicing: InvoiceSettings;
  /** Files for a mail that is about to be sent. Absent: mails are sent without files, as by commands. */
  readonly attachments?:
    | ((context: Context, mail: AttachmentRequest) => Promise<readonly Attachment[]>)
    | undefined;
  /** Recorded in the audit trail. */
  readonly actor: Actor;
}

/** The sandbox that a use case runs in. */
export interface SandboxScope {
  readonly id: string;
  /** Set while its clock is being moved. */
  readonly advancingTo: Date | null;
  readonly expiresAt: Date;
  readonly realClock: Clock;
}

/** For what follows real time in a sandbox, too. */
export const realTime = ({ clock, sandbox }: Pick<Context, 'clock' | 'sandbox'>): Date =>
  (sandbox?.realClock ?? clock)();

/** What an attachment depends on. */
export interface AttachmentRequest {
  readonly kind: string;
  readonly accountId: string;
  readonly locale: string;
  readonly facts: unknown;
}

export interface Attachment {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** For code that must run inside a transaction. */
export interface TransactionContext extends Context {
  readonly db: Transaction;
}
