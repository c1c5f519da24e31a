import { Type, type Static } from '@sinclair/typebox';
import type { AccountFigures as FiguresRow } from '../../features/accounts/ranked-account-store.js';
import type { Account as AccountRow } from '../../features/accounts/account.js';
import { exactNumber } from '../../platform/exact-number.js';
import { Account, presentAccount } from '../account.js';
import { Count, Decimal, Nullable, PageCount, Timestamp } from '../fields.js';
import { formatTimestamp } from '../times.js';

/** What an account and the accounts below it have together. */
export const AccountFigures = Type.Object({
  pages: PageCount,
  trees: Decimal,
  active_at: Nullable(Timestamp),
  feeds: Count,
  unhealthy_feeds: Count,
});

export const presentFigures = (row: Omit<FiguresRow, 'id'>): Static<typeof AccountFigures> => ({
  pages: exactNumber(row.pages),
  trees: exactNumber(row.trees),
  active_at: row.activeAt.getTime() === 0 ? null : formatTimestamp(row.activeAt),
  feeds: row.feeds,
  unhealthy_feeds: row.unhealthyFeeds,
});

export const ListedAccount = Type.Object(
  { ...Account.properties, ...AccountFigures.properties },
  { title: 'ListedAccount' },
);

/** For an account that is in no ranking yet. */
const none = { pages: '0', trees: '0', activeAt: new Date(0), feeds: 0, unhealthyFeeds: 0 };

export const presentListedAccount = (
  account: AccountRow & { readonly figures: FiguresRow | undefined },
): Static<typeof ListedAccount> => ({
  ...presentAccount(account),
  ...presentFigures(account.figures ?? none),
});
