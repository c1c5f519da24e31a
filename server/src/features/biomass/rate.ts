import type { AccountId } from '../accounts/account.js';
import { accountSettings } from '../accounts/account-settings-store.js';
import type { Methodology } from '../paper/methodology.js';
import type { Database } from '../../database/database.js';
import type { Decimal } from '../../platform/decimals.js';

/** The account's price per standard page. */
export const rateOf = async (
  db: Database,
  account: AccountId,
  { pricePerPage }: Methodology,
): Promise<Decimal> => (await accountSettings(db, account)).rate ?? pricePerPage;
