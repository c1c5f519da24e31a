import { recordChange, installationAccountId } from '../../features/audit/audit-store.js';
import type { Context } from '../../database/context.js';
import type { Database, Transaction } from '../../database/database.js';
import type { MarkInUse, SealedColumn, SealedSecret } from '../../database/sealed-column.js';
import { inTransaction } from '../../database/in-transaction.js';
import { keyPrefixLength, keyPrefixOf, tryOpen } from '../../platform/secrets/secret-box.js';
import { addSecretKey, dropSecretKeys, newSecretKey } from '../../platform/secrets/secret-keys.js';
import { inEverySandbox } from './in-every-sandbox.js';
import { lockKeyFile } from './key-file-store.js';
import { batchesNotSealedWith, sealedColumns } from './sealed-columns.js';

export interface Rotation {
  readonly resealed: number;
  /** Left unchanged, because no known key decrypts them. */
  readonly unopenable: number;
}

/**
 * Encrypts every stored secret with the current key, those of sandboxes, too. With a directory of generated keys, it adds a new key first, and
 * removes keys that are no longer needed afterwards. If it is interrupted, all secrets can still be opened with the
 * existing keys, and the next run completes it.
 */
export async function rotateSecrets(context: Context, keyDirectory: string | undefined): Promise<Rotation> {
  if (keyDirectory !== undefined) await replaceKey(context, keyDirectory);
  let resealed = 0;
  let unopenable = 0;
  const resealAll = async (db: Database, sandbox: string | null): Promise<void> => {
    for (const column of sealedColumns) {
      const current = context.secrets.keyPrefixes().slice(0, 1);
      for await (const batch of batchesNotSealedWith(current, column, db)) {
        const { changed, unopened } = await reseal(context, { db, sandbox, column }, batch);
        resealed += changed;
        unopenable += unopened;
      }
    }
  };
  await resealAll(context.db, null);
  await inEverySandbox(context, resealAll);
  if (keyDirectory !== undefined) await dropKeys(context, keyDirectory);
  return { resealed, unopenable };
}

const replaceKey = (context: Context, directory: string): Promise<void> =>
  inTransaction(context, async (tx) => {
    await lockKeyFile(tx.db);
    const key = newSecretKey();
    await recordChange(tx, installationAccountId, {
      action: 'secret_key.replace',
      subjectId: null,
      before: { key_id: keyId(tx.secrets.keyPrefixes()[0]) },
      after: { key_id: keyId(keyPrefixOf(key)) },
    });
    await addSecretKey(directory, key);
  });

interface Sealed {
  readonly db: Database;
  /** Null: live. */
  readonly sandbox: string | null;
  readonly column: SealedColumn;
}

/** A secret that was changed since the batch was read is left as it is. */
async function reseal(
  context: Context,
  { db, sandbox, column }: Sealed,
  batch: readonly SealedSecret[],
): Promise<{ changed: number; unopened: number }> {
  const { secrets } = context;
  const changes = batch.flatMap((from) => {
    const secret = tryOpen(secrets, from.sealed, from.id);
    return secret === undefined ? [] : [{ from, to: secrets.seal(secret, from.id) }];
  });
  const changed = await inTransaction(context, async (tx) => {
    const replace = (target: Transaction): Promise<number> => column.replace(target, changes);
    // Of the operator, so it is recorded live.
    const count = await (sandbox === null ? replace(tx.db) : db.transaction(replace));
    if (count > 0) {
      const after = { key_id: keyId(changes[0]?.to), secrets: count };
      await recordChange(tx, installationAccountId, { action: 'secrets.reseal', subjectId: sandbox, after });
    }
    return count;
  });
  return { changed, unopened: batch.length - changes.length };
}

const dropKeys = (context: Context, directory: string): Promise<void> =>
  inTransaction(context, async ({ db, sandboxes }) => {
    await lockKeyFile(db);
    const inUse: MarkInUse[] = [];
    const look = async (at: Database): Promise<void> => {
      for (const column of sealedColumns) inUse.push(...(await column.marksInUse(at)));
    };
    await look(db);
    await inEverySandbox({ db, sandboxes }, look);
    const marks = new Set(inUse.map(({ mark }) => mark.toString('hex')));
    const isUnclear = inUse.some(({ mark }) => mark.length < keyPrefixLength);
    await dropSecretKeys(directory, (key) => isUnclear || marks.has(keyPrefixOf(key).toString('hex')));
  });

/** Derived from the key, but does not reveal it. */
const keyId = (sealed: Buffer | undefined): string | undefined =>
  sealed?.subarray(1, keyPrefixLength).toString('hex');
