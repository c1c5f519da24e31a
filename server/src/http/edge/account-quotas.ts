import type { FastifyReply } from 'fastify';
import type { Account, AccountId } from '../../features/accounts/account.js';
import { boundedBy, boundedDatabase } from '../../database/bounded-database.js';
import type { Context } from '../../database/context.js';
import type { Database } from '../../database/database.js';
import { replicaConnections } from '../../database/read-replica.js';
import { unavailable } from '../../platform/errors.js';
import { IdleEvictionMap } from '../../platform/limits/idle-eviction-map.js';
import { Semaphore } from '../../platform/limits/semaphore.js';

export interface QuotaOptions {
  /** Database connections for all requests of this process. */
  readonly connections: number;
  /** Concurrent requests of one account. */
  readonly accountConcurrency: number;
  /** How long a request waits for a database connection. */
  readonly maxWaitMs: number;
}

/** What a request reads and writes, limited to the caller's share. */
export type LimitedDatabases = Pick<Context, 'db' | 'replica'>;

/** Limits what each caller may use of this process, so that one that waits for a lock or reads slowly does not block others. */
export interface RequestQuotas {
  /** Counts a request until its response is sent or aborted. */
  enter(caller: Account, reply: FastifyReply): LimitedDatabases;
  /** Counts a request in a sandbox for the live root account that it belongs to. */
  enterSandbox(root: AccountId, sandbox: Database, reply: FastifyReply): Database;
}

export interface AccountQuotas extends RequestQuotas {
  /** For requests whose whole answers are in memory until the client has read them: of the same share, each takes more of it. */
  readonly forBufferedResponses: RequestQuotas;
  /** For callers without an account: the public pages. */
  readonly anonymous: Database;
}

/** Shares of the connections: neither an account, nor all accounts below one root together, can use all of them. */
const accountPart = 0.4;
const familyPart = 0.7;
/** Creating more accounts below itself must not give an account the whole process. */
const accountsPerFamily = 5;
/** How many whole answers of an account may be in memory. One by MCP may have 6 MB. */
const maxWholeAnswers = 20;
/** Of the few connections for sandboxes, what those of one root account may use. */
const connectionsInSandboxes = 2;
/** Visitors of public pages who may wait at the same time. */
const maxAnonymous = 500;
/** Reports that may wait at the same time for the read replica. */
const maxReports = 500;

export function createAccountQuotas(
  { db, replica }: LimitedDatabases,
  { connections, accountConcurrency, maxWaitMs }: QuotaOptions,
): AccountQuotas {
  const semaphoreOf = (part: number, maxLength: number, of = connections): Semaphore =>
    new Semaphore({
      permits: Math.max(1, Math.floor(of * part)),
      queue: {
        maxLength,
        maxWaitMs,
        refusal: 'Too many requests of this account are waiting for the database; try again shortly',
      },
    });
  const openShare = (part: number, maxRequests: number): Share =>
    new Share(
      semaphoreOf(part, maxRequests),
      semaphoreOf(part, maxRequests, replicaConnections),
      maxRequests,
    );
  // Without it, reports that wait for a connection would be mistaken for a replica that does not respond.
  const allReports = semaphoreOf(1, maxReports, replicaConnections);
  const families = new IdleEvictionMap(() => {
    const inSandboxes = semaphoreOf(1, accountConcurrency, connectionsInSandboxes);
    const share = openShare(familyPart, accountConcurrency * accountsPerFamily);
    const accounts = new IdleEvictionMap(() => {
      const own = openShare(accountPart, accountConcurrency);
      const whole: LimitedDatabases = {
        db: boundedDatabase(db, [own.semaphore, share.semaphore]),
        replica: replica?.sharedBy(boundedBy([own.reports, share.reports, allReports])),
      };
      return { own, whole, isBusy: () => own.isBusy() };
    });
    return { share, accounts, inSandboxes, isBusy: () => share.isBusy() || inSandboxes.isBusy() };
  });

  /** Each request takes this many places. */
  const sharesBy = (places: number): RequestQuotas => ({
    enter({ id, lineage: [root = id] }, { raw }) {
      const { share, accounts } = families.of(root);
      const account = accounts.of(id);
      countUntilClosed(raw, [share, account.own], places);
      return account.whole;
    },
    enterSandbox(root, sandbox, { raw }) {
      const { share, inSandboxes } = families.of(root);
      countUntilClosed(raw, [share], places);
      return boundedDatabase(sandbox, [inSandboxes]);
    },
  });

  return {
    ...sharesBy(1),
    forBufferedResponses: sharesBy(Math.max(1, Math.floor(accountConcurrency / maxWholeAnswers))),
    anonymous: boundedDatabase(db, [semaphoreOf(accountPart, maxAnonymous)]),
  };
}

function countUntilClosed(response: FastifyReply['raw'], shares: readonly Share[], places: number): void {
  if (!shares.every((share) => share.hasRoomFor(places)))
    throw unavailable('Too many requests of this account are in progress; try again shortly');
  // If the client has already disconnected, there is no close event to count it out.
  if (response.destroyed) return;
  for (const share of shares) share.requests += places;
  response.once('close', () => {
    for (const share of shares) share.requests -= places;
  });
}

class Share {
  requests = 0;

  constructor(
    readonly semaphore: Semaphore,
    /** Of the read replica. */
    readonly reports: Semaphore,
    readonly maxRequests: number,
  ) {}

  hasRoomFor(places: number): boolean {
    return this.requests + places <= this.maxRequests;
  }

  /**
   * Also busy while work of disconnected clients continues: otherwise a client that reconnects would get a new share each time.
   */
  isBusy(): boolean {
    return this.requests > 0 || this.semaphore.isBusy() || this.reports.isBusy();
  }
}
