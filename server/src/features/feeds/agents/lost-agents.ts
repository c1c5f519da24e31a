import type { Context } from '../../../database/context.js';
import type { Feed } from '../feed-store.js';
import { hasAgentUnseenSince } from './agent-store.js';
import { agentType } from './agent-type.js';

/** Agents report daily; two hours are for a slow night. */
const maxUnseenMs = 26 * 3_600_000;

/** Whether an agent of the feed has not been heard of for too long. */
export const hasLostAgent = async ({ db, clock }: Context, feed: Feed): Promise<boolean> =>
  feed.type === agentType &&
  feed.status === 'active' &&
  hasAgentUnseenSince(db, feed.accountId, feed.id, new Date(clock().getTime() - maxUnseenMs));
