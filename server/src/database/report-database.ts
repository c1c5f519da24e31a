import type { Context } from './context.js';
import type { Database } from './database.js';

/** The database for a report, such as an export or the audit trail: the read replica, if there is one. */
export const reportDatabase = ({ db, replica }: Context): Database => replica?.reader(db) ?? db;
