import type { Locale } from '../../messages/locales.js';
import type { Database, Transaction } from '../../database/database.js';
import { statement } from '../../database/statement.js';
import type { AccountId } from './account.js';

/** How an account appears to the public. */
export interface PublicSettings {
  /** Language of its pages if the reader requests none. */
  readonly locale: Locale;
  readonly badgeEnabled: boolean;
}

const select = statement<PublicSettings>('select locale, badge_enabled from accounts where id = $1');

export async function publicSettings(db: Database, account: AccountId): Promise<PublicSettings> {
  const settings = await db.first(select, [account]);
  if (!settings) throw new Error(`Account ${account} is gone`);
  return settings;
}

const update = statement('update accounts set locale = $2, badge_enabled = $3 where id = $1');

export async function savePublicSettings(
  db: Transaction,
  account: AccountId,
  { locale, badgeEnabled }: PublicSettings,
): Promise<void> {
  await db.rows(update, [account, locale, badgeEnabled]);
}

export interface Badge {
  readonly accountId: AccountId;
  readonly locale: Locale;
  /** Whether its link leads to a page that includes the accounts below. */
  readonly includeDescendants: boolean;
}

const selectBadge = statement<Badge>(`
  select accounts.id as account_id, locale, coalesce(enabled and include_descendants, false) as include_descendants
  from accounts left join public_pages on public_pages.id = accounts.id
  where accounts.id = $1 and badge_enabled`);

/** Public, so only for accounts that have enabled the badge. */
export const findBadge = (db: Database, id: string): Promise<Badge | undefined> =>
  db.first(selectBadge, [id]);
