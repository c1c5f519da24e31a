import type { Context } from '../../../database/context.js';
import { Semaphore } from '../../../platform/limits/semaphore.js';

/**
 * Hundreds of sources may answer at the same time. Their database work waits here instead of in the connection pool, where
 * waiting too long is reported as a database outage and would also affect other requests.
 */
export const databaseSlots = ({ sandbox }: Pick<Context, 'sandbox'>): Semaphore =>
  sandbox ? ofSandboxes : live;

const live = new Semaphore({ permits: 8 });
/** Of their own, so that live feeds never wait for them. One less than there are connections, for requests to sandboxes. */
const ofSandboxes = new Semaphore({ permits: 3 });
