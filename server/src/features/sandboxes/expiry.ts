import { dayMs } from '../../platform/time/durations.js';

const keptDays = 7;

/** When a sandbox that expires then is deleted. */
export const deletionOf = (expiresAt: Date): Date => new Date(expiresAt.getTime() + keptDays * dayMs);

/** Sandboxes that expired before this are to be deleted. */
export const expiredBefore = (now: Date): Date => new Date(now.getTime() - keptDays * dayMs);
