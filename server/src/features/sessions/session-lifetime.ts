import { dayMs } from '../../platform/time/durations.js';

const idleDays = 14;
const maxDays = 90;

/** A session cannot be extended beyond this. */
export const latestExpiry = (signedInAt: Date): Date => new Date(signedInAt.getTime() + maxDays * dayMs);

/** When a session used now expires, unless it is used again. */
export const expiryOf = (signedInAt: Date, seenAt: Date): Date =>
  new Date(Math.min(seenAt.getTime() + idleDays * dayMs, latestExpiry(signedInAt).getTime()));
