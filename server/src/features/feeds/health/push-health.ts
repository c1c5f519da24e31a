import { findAnyAccount } from '../../accounts/account-store.js';
import type { Context } from '../../../database/context.js';
import { hasLostAgent } from '../agents/lost-agents.js';
import type { Feed } from '../feed-store.js';
import type { HealthResult } from './health-result.js';

export const maxSilenceMs = 2 * 24 * 3_600_000;

/** Whether readings arrive, and all agents that should send some are there. */
export async function checkPushHealth(context: Context, feed: Feed): Promise<HealthResult> {
  if (await isSilent(context, feed)) return { health: 'unhealthy', reason: 'silence', host: null };
  if (await hasLostAgent(context, feed)) return { health: 'unhealthy', reason: 'agentSilent', host: null };
  return { health: 'healthy' };
}

/** Whether an active feed has had no reading for too long. */
async function isSilent({ db, clock }: Context, feed: Feed): Promise<boolean> {
  const now = clock().getTime();
  const isLongAgo = (time: Date | null): boolean => now - (time?.getTime() ?? 0) > maxSilenceMs;
  if (feed.status !== 'active') return false;
  if (![feed.createdAt, feed.activatedAt, feed.lastReadAt].every(isLongAgo)) return false;
  const account = await findAnyAccount(db, feed.accountId);
  return account?.status === 'active' && isLongAgo(account.activatedAt);
}
