import type { Database } from '../../database/database.js';
import type { AccountId } from './account.js';

/** Finds a row that belongs to the account by its ID. */
export type FindInAccount<Row> = (db: Database, account: AccountId, id: string) => Promise<Row | undefined>;
