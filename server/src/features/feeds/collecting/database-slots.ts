import { Semaphore } from '../../../platform/limits/semaphore.js';

/**
 * Hundreds of sources may answer at the same time. Their database work waits here instead of in the connection pool, where
 * waiting too long is reported as a database outage and would also affect other requests.
 */
export const databaseSlots = new Semaphore({ permits: 8 });
