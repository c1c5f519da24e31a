import { Type, type Static } from '@sinclair/typebox';
import {
  roles,
  type Account as AccountRow,
  type ExpandedAccount as ExpandedRow,
} from '../features/accounts/account.js';
import { exactNumber } from '../platform/exact-number.js';
import { Body, Count, Decimal, Id, Line, Nullable, OneOf, Optional, PageCount, Timestamp } from './fields.js';
import { formatNullable, formatTimestamp } from './times.js';

const fields = {
  id: Id,
  name: Type.String(),
  display_name: Type.String(),
  external_id: Nullable(Type.String()),
  role: OneOf(roles),
  created_at: Timestamp,
  parent_id: Nullable(Id),
  status: OneOf(['active', 'inactive']),
  activated_at: Nullable(Timestamp),
  deactivated_at: Nullable(Timestamp),
};

export const Account = Type.Object(fields, { title: 'Account' });

export const ExpandedAccount = Type.Object(
  {
    ...fields,
    accounts_count: Count,
    users_count: Count,
    mtd_pages: PageCount,
    qtd_pages: PageCount,
    ytd_pages: PageCount,
    ltd_pages: PageCount,
    mtd_trees: Decimal,
    qtd_trees: Decimal,
    ytd_trees: Decimal,
    ltd_trees: Decimal,
  },
  { title: 'ExpandedAccount' },
);

export const NewAccount = Body('NewAccount', {
  name: Line(255),
  display_name: Optional(Line(255)),
  external_id: Optional(Line(255)),
});

/** null clears what may be empty; it is no value for a name. */
export const AccountChanges = Body('AccountChanges', {
  name: Type.Optional(Line(255)),
  display_name: Optional(Line(255)),
  external_id: Optional(Line(255)),
});

export const presentAccount = (account: AccountRow): Static<typeof Account> => ({
  id: account.id,
  name: account.name,
  display_name: account.displayName,
  external_id: account.externalId,
  role: account.role,
  created_at: formatTimestamp(account.createdAt),
  parent_id: account.parentId,
  status: account.status,
  activated_at: formatNullable(account.activatedAt),
  deactivated_at: formatNullable(account.deactivatedAt),
});

export const presentExpandedAccount = (account: ExpandedRow): Static<typeof ExpandedAccount> => ({
  ...presentAccount(account),
  accounts_count: account.accountsCount,
  users_count: account.usersCount,
  mtd_pages: exactNumber(account.mtdPages),
  qtd_pages: exactNumber(account.qtdPages),
  ytd_pages: exactNumber(account.ytdPages),
  ltd_pages: exactNumber(account.ltdPages),
  mtd_trees: exactNumber(account.mtdTrees),
  qtd_trees: exactNumber(account.qtdTrees),
  ytd_trees: exactNumber(account.ytdTrees),
  ltd_trees: exactNumber(account.ltdTrees),
});
