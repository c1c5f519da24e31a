import type { Database } from '../../database/database.js';
import type { AccountId } from './account.js';

/** Finds one of an account's own things by its id. */
export type FindInAccount<Row> = (db: Database, account: AccountId, id: string) => Promise<Row | undefined>;
