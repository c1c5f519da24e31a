import { findAnyAccount } from '../../accounts/account-store.js';
import type { Context } from '../../../database/context.js';
import type { Feed } from '../feed-store.js';

export const maxSilenceMs = 2 * 24 * 3_600_000;

/** Whether an active feed has had no reading for too long. */
export async function isSilent({ db, clock }: Context, feed: Feed): Promise<boolean> {
  const now = clock().getTime();
  const isLongAgo = (time: Date | null): boolean => now - (time?.getTime() ?? 0) > maxSilenceMs;
  if (feed.status !== 'active') return false;
  if (![feed.createdAt, feed.activatedAt, feed.lastReadAt].every(isLongAgo)) return false;
  const account = await findAnyAccount(db, feed.accountId);
  return account?.status === 'active' && isLongAgo(account.activatedAt);
}
