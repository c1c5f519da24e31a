import type { Context } from '../../database/context.js';
import type { Database } from '../../database/database.js';
import { setKeyUsed, type KeyHolder } from './key-store.js';

export type KeyUseRecorder = (holder: KeyHolder, db?: Database) => void;

/** Often enough to see whether a key is still in use, and rare compared to the requests of a busy key. */
const notedEveryMs = 5 * 60_000;

/**
 * Records when keys are used. Requests do not wait for this and do not fail with it: it runs in the background. If the
 * database rejects it, it is retried after the same interval. Keys of a sandbox are used in real time, too: `db` is then that of the
 * sandbox, and `context` is live.
 */
export function createKeyUseRecorder({ db: live, clock, log }: Context): KeyUseRecorder {
  const triedAt = new Map<string, Date>();
  return (holder, db = live) => {
    const { keyId, lastUsedAt } = holder;
    const now = clock();
    const isRecent = (at: Date | null | undefined): boolean =>
      at != null && now.getTime() - at.getTime() < notedEveryMs;
    if (isRecent(lastUsedAt) || isRecent(triedAt.get(keyId))) return;
    triedAt.set(keyId, now);
    setKeyUsed(db, holder, now).then(
      // From now on, the row of the key has the time.
      () => triedAt.delete(keyId),
      (error: unknown) => log.warn({ err: error, keyId }, 'could not record the use of a key'),
    );
  };
}
