import { once } from 'node:events';
import type { FastifyReply } from 'fastify';
import { IdleEvictionMap } from '../../platform/limits/idle-eviction-map.js';
import { Semaphore } from '../../platform/limits/semaphore.js';
import type { Caller } from '../caller.js';
import type { QuotaAccount } from '../edge/request-state.js';

/** Limits how many downloads are open at a time, so that no user's downloads take most of the process. */
export interface DownloadSlots {
  /** Waits for a place, which is kept until the response is sent or aborted. */
  take(caller: QuotaAccount & Pick<Caller, 'actor'>, reply: FastifyReply): Promise<void>;
}

/**
 * A reader who takes hours keeps a place that long. So a person has fewer places than the account, and an account fewer than a root
 * account with all accounts below it: slow readers delay themselves before they delay others.
 */
const perPerson = 2;
const perAccount = 4;
const perRoot = 12;

const queue = {
  maxLength: 8,
  maxWaitMs: 5_000,
  refusal: 'Other downloads of this account are in progress: try again shortly',
};

export function createDownloadSlots(): DownloadSlots {
  const placesOf = (permits: number) => new IdleEvictionMap(() => new Semaphore({ permits, queue }));
  const people = placesOf(perPerson);
  const accounts = placesOf(perAccount);
  const roots = placesOf(perRoot);
  return {
    take: ({ id, lineage: [root = id], actor }, { raw }) =>
      new Promise((resolve, reject) => {
        const keep = async (): Promise<void> => {
          resolve();
          if (!raw.destroyed) await once(raw, 'close');
        };
        const person = people.of(actor.id ?? id);
        person.run(() => accounts.of(id).run(() => roots.of(root).run(keep))).catch(reject);
      }),
  };
}
