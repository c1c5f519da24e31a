import { sealedLinks } from '../../features/mail/sealed-links.js';
import type { Database } from '../../database/database.js';
import type { SealedColumn, SealedSecret } from '../../database/sealed-column.js';
import { sealedPasswords } from '../../features/servers/sealed-passwords.js';
import { sealedKeys } from '../../features/webhooks/endpoint-keys.js';

/** All encrypted columns of the database. */
export const sealedColumns: readonly SealedColumn[] = [sealedPasswords, sealedLinks, sealedKeys];

const batchSize = 500;

/** The secrets that start with none of these marks, in batches. */
export async function* batchesNotSealedWith(
  marks: readonly Buffer[],
  column: SealedColumn,
  db: Database,
): AsyncGenerator<SealedSecret[], void, undefined> {
  let last: SealedSecret | undefined;
  do {
    const batch = await column.next(db, marks, last, batchSize);
    if (batch.length > 0) yield batch;
    last = batch.length < batchSize ? undefined : batch.at(-1);
  } while (last);
}
