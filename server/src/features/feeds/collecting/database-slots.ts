import { Semaphore } from '../../../platform/limits/semaphore.js';

/**
 * Hundreds of sources may answer at the same moment. What they lead to waits here, and not for a connection, of which there
 * are few: those who wait for one in vain would be told that the database is away, and requests of others with them.
 */
export const databaseSlots = new Semaphore({ permits: 8 });
