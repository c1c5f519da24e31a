const dayMs = 86_400_000;
const idleDays = 14;
const longestDays = 90;

/** Nothing prolongs a session beyond this. */
export const lastMoment = (signedInAt: Date): Date => new Date(signedInAt.getTime() + longestDays * dayMs);

/** When a session that is used now ends, unless it is used again. */
export const expiryOf = (signedInAt: Date, seenAt: Date): Date =>
  new Date(Math.min(seenAt.getTime() + idleDays * dayMs, lastMoment(signedInAt).getTime()));
