import type { Context } from '../../database/context.js';
import { setKeyUsed, type KeyHolder } from './key-store.js';

/** Often enough for people who wonder whether a key is still needed, and seldom beside the requests of a busy one. */
const notedEveryMs = 5 * 60_000;

/**
 * Notes when keys are used. No request waits for it or fails by it: the note is made beside the request, and where the
 * database refuses it, it is tried again after the same time.
 */
export function createUseNotes({ db, clock, log }: Context): (holder: KeyHolder) => void {
  const triedAt = new Map<string, Date>();
  return (holder) => {
    const { keyId, lastUsedAt } = holder;
    const now = clock();
    const isRecent = (at: Date | null | undefined): boolean =>
      at != null && now.getTime() - at.getTime() < notedEveryMs;
    if (isRecent(lastUsedAt) || isRecent(triedAt.get(keyId))) return;
    triedAt.set(keyId, now);
    setKeyUsed(db, holder, now).then(
      // From now on the key's own row says so.
      () => triedAt.delete(keyId),
      (error: unknown) => log.warn({ err: error, keyId }, 'could not record the use of a key'),
    );
  };
}
