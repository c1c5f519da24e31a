import type { Database } from './database.js';
import { schemaOfSandbox } from './sandbox-schema-name.js';
import { statement } from './statement.js';

const select = statement<{ exists: boolean }>('select to_regnamespace($1) is not null as exists');

/** Whether the sandbox has not been dropped. */
export const hasSchema = async (db: Database, id: string): Promise<boolean> =>
  (await db.first(select, [schemaOfSandbox(id)]))?.exists ?? false;
