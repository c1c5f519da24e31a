import { sources } from '../../../sources/index.js';
import type { Feed } from '../feed-store.js';

export const shownHealths = ['healthy', 'unhealthy', 'waiting'] as const;

export type ShownHealth = (typeof shownHealths)[number];

/**
 * The health of a feed for people. One that is sent readings, and has not got any yet, is `waiting`: nothing is known about it. The API
 * calls it healthy, because published clients know two values only.
 */
export const shownHealth = ({
  healthCheck,
  lastReadAt,
  type,
}: Pick<Feed, 'healthCheck' | 'lastReadAt' | 'type'>): ShownHealth =>
  healthCheck === 'healthy' && lastReadAt === null && !sources.has(type) ? 'waiting' : healthCheck;
