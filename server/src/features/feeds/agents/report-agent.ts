import type { Account } from '../../accounts/account.js';
import type { Context } from '../../../database/context.js';
import { inTransaction } from '../../../database/in-transaction.js';
import { invalid, missing } from '../../../platform/errors.js';
import { lockFeed } from '../feed-store.js';
import { recordLockedFeedHealth } from '../health/record-health.js';
import { withUnidentified } from '../identity/unidentified.js';
import { setAgentSeen, type AgentReport, type FeedAgent } from './agent-store.js';
import { hasLostAgent } from './lost-agents.js';

/** More would make the list of agents long, and a person look at the network instead. */
const troublesKept = 100;

export interface TakenReport {
  readonly agent: FeedAgent;
  /** Whether its feed takes readings. */
  readonly acceptsReadings: boolean;
}

/** What an agent tells about itself, with its own key. A feed whose last missing agent this was is healthy again. */
export const reportAgent = (
  context: Context,
  account: Account,
  feedId: string,
  report: AgentReport,
): Promise<TakenReport> =>
  inTransaction(context, async (tx) => {
    const feed = await lockFeed(tx.db, account.id, feedId);
    if (!feed) throw missing('There is no such feed');
    const { kind, id: keyId } = tx.actor;
    const kept = { ...report, trouble: report.trouble.slice(0, troublesKept) };
    const agent =
      kind === 'key' && keyId !== null
        ? await setAgentSeen(tx.db, account.id, feedId, keyId, tx.clock(), kept)
        : undefined;
    if (!agent) throw invalid('Only an agent can report, with the key that it got when it enrolled');
    const isBack = feed.healthCheckReason === 'agentSilent' && !(await hasLostAgent(tx, feed));
    if (isBack)
      await recordLockedFeedHealth(tx, feed, await withUnidentified(tx, feed, { health: 'healthy' }));
    const isActive = [account.status, feed.status].every((status) => status === 'active');
    return { agent, acceptsReadings: isActive && feed.activatedAt <= tx.clock() };
  });
