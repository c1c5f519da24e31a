import type { Account } from '../accounts/account.js';
import { IdleEvictionMap } from '../../platform/limits/idle-eviction-map.js';
import { Semaphore } from '../../platform/limits/semaphore.js';

const queue = {
  maxLength: 8,
  maxWaitMs: 10_000,
  refusal: 'Other reports are being made: try again shortly',
};

/**
 * A report may read millions of rows, and have many pages. So a process makes few at a time, and a root account with all accounts below
 * it one: who asks for many waits for its own.
 */
const reports = new Semaphore({ permits: 2, queue: { ...queue, maxLength: 32 } });
const reportsOfRoots = new IdleEvictionMap(() => new Semaphore({ permits: 1, queue }));

export const withReportSlot = <Result>(
  { id, lineage: [root = id] }: Pick<Account, 'id' | 'lineage'>,
  work: () => Promise<Result>,
): Promise<Result> => reportsOfRoots.of(root).run(() => reports.run(work));
