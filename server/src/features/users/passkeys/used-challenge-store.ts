import type { AccountId } from '../../accounts/account.js';
import type { Database, Transaction } from '../../../database/database.js';
import { crossAccountStatement, statement } from '../../../database/statement.js';
import { challengeHash, type Challenge } from './passkey-challenge.js';

const insert = statement<{ hash: Buffer }>(`
  insert into used_passkey_challenges (account_id, hash, expires_at) values ($1, $2, $3)
  on conflict do nothing returning hash`);

/** False if the challenge has been used before. */
export const insertUsedChallenge = async (
  db: Transaction,
  account: AccountId,
  challenge: Challenge,
): Promise<boolean> =>
  (await db.first(insert, [account, challengeHash(challenge), challenge.expiresAt])) !== undefined;

const purge = crossAccountStatement(
  'expired challenges are deleted for all accounts',
  'delete from used_passkey_challenges where expires_at < $1',
);

export async function purgeUsedChallenges(db: Database, now: Date): Promise<void> {
  await db.rows(purge, [now]);
}
