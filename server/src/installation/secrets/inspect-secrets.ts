import type { Context } from '../../database/context.js';
import { markLength } from '../../platform/secrets/secret-box.js';
import { batchesWithout, tryOpen, sealedColumns } from './sealed-columns.js';

export interface SecretsFound {
  readonly stored: number;
  /** Secrets that can be opened but are encrypted with an older key. */
  readonly waiting: number;
  readonly unopenable: number;
}

/** Checks secrets by the keys that they name, grouped by key; only decrypts those that name none. */
export async function inspectSecrets({
  db,
  secrets,
}: Pick<Context, 'db' | 'secrets'>): Promise<SecretsFound> {
  const marks = secrets.marks().map(hex);
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
    for await (const batch of batchesWithout(named, column, db)) {
      unopenable += batch.filter((secret) => tryOpen(secrets, secret) === undefined).length;
    }
  }
  return { stored, waiting: ofOtherKeys - unopenable, unopenable };
}

const hex = (bytes: Buffer): string => bytes.toString('hex');

const namesKey = (mark: Buffer): boolean => mark.length === markLength;
