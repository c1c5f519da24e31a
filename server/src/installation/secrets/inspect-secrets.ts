import type { Context } from '../../database/context.js';
import { keyPrefixLength, tryOpen } from '../../platform/secrets/secret-box.js';
import { inEverySandbox } from './in-every-sandbox.js';
import { batchesNotSealedWith, sealedColumns } from './sealed-columns.js';

interface Found {
  readonly stored: number;
  /** Secrets that can be opened but are encrypted with an older key. */
  readonly waiting: number;
  readonly unopenable: number;
}

export interface SecretsFound extends Found {
  /** The ids of sandboxes with secrets that cannot be opened. */
  readonly unopenableIn: readonly string[];
}

/** Live, and in all sandboxes. */
export async function inspectSecrets(
  context: Pick<Context, 'db' | 'sandboxes' | 'secrets'>,
): Promise<SecretsFound> {
  let { stored, waiting, unopenable } = await inspect(context);
  const unopenableIn: string[] = [];
  await inEverySandbox(context, async (db, id) => {
    const found = await inspect({ ...context, db });
    stored += found.stored;
    waiting += found.waiting;
    unopenable += found.unopenable;
    if (found.unopenable > 0) unopenableIn.push(id);
  });
  return { stored, waiting, unopenable, unopenableIn };
}

/** Checks secrets by the keys that they name, grouped by key; only decrypts those that name none. */
async function inspect({ db, secrets }: Pick<Context, 'db' | 'secrets'>): Promise<Found> {
  const marks = secrets.keyPrefixes().map(hex);
  let stored = 0;
  let ofOtherKeys = 0;
  let unopenable = 0;
  for (const column of sealedColumns) {
    const inUse = await column.marksInUse(db);
    for (const { mark, count } of inUse) {
      stored += count;
      if (hex(mark) !== marks[0]) ofOtherKeys += count;
      if (namesKey(mark) && !marks.includes(hex(mark))) unopenable += count;
    }
    const named = inUse.map(({ mark }) => mark).filter(namesKey);
    if (named.length === inUse.length) continue;
    for await (const batch of batchesNotSealedWith(named, column, db)) {
      unopenable += batch.filter((secret) => tryOpen(secrets, secret.sealed, secret.id) === undefined).length;
    }
  }
  return { stored, waiting: ofOtherKeys - unopenable, unopenable };
}

const hex = (bytes: Buffer): string => bytes.toString('hex');

const namesKey = (mark: Buffer): boolean => mark.length === keyPrefixLength;
