export const minuteMs = 60_000;
export const hourMs = 3_600_000;
export const dayMs = 86_400_000;

/** How far the earliest time zone is ahead of UTC. */
export const earliestZoneMs = 14 * hourMs;
