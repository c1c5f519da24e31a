import type { AccountId } from '../../accounts/account.js';
import type { Context } from '../../../database/context.js';
import { inTransaction } from '../../../database/in-transaction.js';
import { invalid, missing } from '../../../platform/errors.js';
import { lockFeed, type Feed } from '../feed-store.js';
import { recordLockedFeedHealth } from '../health/record-health.js';
import { setAgentSeen, type AgentReport, type FeedAgent } from './agent-store.js';
import { hasLostAgent } from './lost-agents.js';

/** More would make the list of agents long, and a person look at the network instead. */
const troublesKept = 100;

/** What an agent tells about itself, with its own key. A feed whose last missing agent this was is healthy again. */
export const reportAgent = (
  context: Context,
  account: AccountId,
  feedId: string,
  report: AgentReport,
): Promise<{ readonly agent: FeedAgent; readonly feed: Feed }> =>
  inTransaction(context, async (tx) => {
    const feed = await lockFeed(tx.db, account, feedId);
    if (!feed) throw missing('There is no such feed');
    const { kind, id: keyId } = tx.actor;
    const kept = { ...report, trouble: report.trouble.slice(0, troublesKept) };
    const agent =
      kind === 'key' && keyId !== null
        ? await setAgentSeen(tx.db, account, feedId, keyId, tx.clock(), kept)
        : undefined;
    if (!agent) throw invalid('Only an agent can report, with the key that it got when it enrolled');
    const isBack = feed.healthCheckReason === 'agentSilent' && !(await hasLostAgent(tx, feed));
    return { agent, feed: isBack ? await recordLockedFeedHealth(tx, feed, { health: 'healthy' }) : feed };
  });
