import type { FastifyReply } from 'fastify';
import type { Account } from '../../features/accounts/account.js';
import { boundedDatabase } from '../../database/bounded-database.js';
import type { Database } from '../../database/database.js';
import { unavailable } from '../../platform/errors.js';
import { KeptWhileBusy } from '../../platform/limits/kept-while-busy.js';
import { Semaphore } from '../../platform/limits/semaphore.js';

export interface ShareOptions {
  /** To the database, for all requests of this process. */
  readonly connections: number;
  /** Requests of one account that are worked on at once. */
  readonly accountConcurrency: number;
  /** How long one waits for its turn at the database. */
  readonly maxWaitMs: number;
}

/** What each caller may take of this process, so that nobody who waits for a lock or reads slowly holds what others need. */
export interface AccountShares {
  /** Counts a request until its answer is sent or cut off; gives the database as its caller may use it. */
  enter(caller: Account, reply: FastifyReply): Database;
  /** For those who have no account: the public pages. */
  readonly anonymous: Database;
}

/** Of the connections: neither an account, nor all accounts below one root together, can hold the last of them. */
const accountPart = 0.4;
const familyPart = 0.7;
/** An account that makes others below itself does not get the whole process by that. */
const accountsPerFamily = 5;
/** Visitors of public pages who wait at once. */
const maxAnonymous = 500;

export function createAccountShares(
  db: Database,
  { connections, accountConcurrency, maxWaitMs }: ShareOptions,
): AccountShares {
  const semaphoreOf = (part: number, maxLength: number): Semaphore =>
    new Semaphore({
      permits: Math.max(1, Math.floor(connections * part)),
      queue: {
        maxLength,
        maxWaitMs,
        refusal: 'Too many requests of this account are waiting for the database; try again shortly',
      },
    });
  const openShare = (part: number, maxRequests: number): Share =>
    new Share(semaphoreOf(part, maxRequests), maxRequests);
  const families = new KeptWhileBusy(() => {
    const share = openShare(familyPart, accountConcurrency * accountsPerFamily);
    const accounts = new KeptWhileBusy(() => {
      const own = openShare(accountPart, accountConcurrency);
      return { own, db: boundedDatabase(db, [own.semaphore, share.semaphore]), isBusy: () => own.isBusy() };
    });
    return { share, accounts, isBusy: () => share.isBusy() };
  });

  return {
    enter({ id, lineage: [root = id] }, { raw }) {
      const { share, accounts } = families.of(root);
      const account = accounts.of(id);
      if (share.isFull() || account.own.isFull())
        throw unavailable('Too many requests of this account are in progress; try again shortly');
      // Who has left already would never be counted out.
      if (raw.closed) return account.db;
      share.requests++;
      account.own.requests++;
      raw.once('close', () => {
        share.requests--;
        account.own.requests--;
      });
      return account.db;
    },
    anonymous: boundedDatabase(db, [semaphoreOf(accountPart, maxAnonymous)]),
  };
}

class Share {
  requests = 0;

  constructor(
    readonly semaphore: Semaphore,
    readonly maxRequests: number,
  ) {}

  isFull(): boolean {
    return this.requests >= this.maxRequests;
  }

  /** Also while work goes on whose caller has left: otherwise one who leaves again and again would have a new share each time. */
  isBusy(): boolean {
    return this.requests > 0 || this.semaphore.isBusy();
  }
}
