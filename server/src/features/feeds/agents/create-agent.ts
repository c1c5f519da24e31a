import type { AccountId } from '../../accounts/account.js';
import { recordChange } from '../../audit/audit-store.js';
import { auditedFields } from '../../audit/audited-fields.js';
import { realTime, type Context } from '../../../database/context.js';
import { inTransaction } from '../../../database/in-transaction.js';
import { invalid, missing } from '../../../platform/errors.js';
import { newId } from '../../../platform/ids.js';
import { hashToken } from '../../../platform/secrets/tenant-token.js';
import { lockFeed } from '../feed-store.js';
import { countAgents, deleteExpiredAgents, insertAgent, type FeedAgent } from './agent-store.js';
import { generateAgentToken } from './agent-token.js';
import { agentType } from './agent-type.js';

export const maxAgents = 100;

const tokenLifeMs = 24 * 3_600_000;

export const agentFacts = auditedFields('feedId', 'name');

/** An agent that may enrol with the token, once, within 24 hours. Only the token's hash is stored. */
export const createAgent = (
  context: Context,
  account: AccountId,
  feedId: string,
  name: string | null,
): Promise<FeedAgent & { readonly token: string }> =>
  inTransaction(context, async (tx) => {
    const feed = await lockFeed(tx.db, account, feedId);
    if (!feed) throw missing('There is no such feed');
    if (feed.type !== agentType)
      throw invalid(`Only feeds of type ${agentType} have agents, and this one is of type ${feed.type}`, {
        code: 'feed-without-agents',
      });
    const now = realTime(tx);
    await deleteExpiredAgents(tx.db, account, feedId, now);
    if ((await countAgents(tx.db, account, feedId)) >= maxAgents)
      throw invalid(`A feed has at most ${maxAgents} agents`, {
        code: 'too-many-agents',
        params: { max: maxAgents },
      });
    const token = generateAgentToken(account, tx.sandbox?.id);
    const agent = await insertAgent(tx.db, account, {
      feedId,
      id: newId(),
      name,
      createdAt: tx.clock(),
      tokenHash: hashToken(token),
      expiresAt: new Date(now.getTime() + tokenLifeMs),
    });
    await recordChange(tx, account, {
      action: 'agent.create',
      subjectId: agent.id,
      after: agentFacts(agent),
    });
    return { ...agent, token };
  });

/** What to run on a computer in the network of the printers. */
export const enrolCommand = (baseUrl: string, token: string): string =>
  `regrove-agent enrol ${baseUrl} ${token}`;
