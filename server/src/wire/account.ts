import { Type, type Static } from '@sinclair/typebox';
import {
  roles,
  type Account as AccountRow,
  type ExpandedAccount as ExpandedRow,
} from '../features/accounts/account.js';
import { exactNumber } from '../platform/exact-number.js';
import {
  Body,
  Count,
  Decimal,
  Field,
  Id,
  SingleLineText,
  Nullable,
  OneOf,
  Optional,
  PageCount,
  Timestamp,
} from './fields.js';
import { formatNullable, formatTimestamp } from './times.js';

const fields = {
  id: Field('Its id.', Id),
  name: Field('Unique among the accounts of the same parent.', Type.String()),
  display_name: Field('The name shown on pages, mails and certificates.', Type.String()),
  external_id: Field('Your own id for it.', Nullable(Type.String())),
  role: Field('What the account may do.', OneOf(roles)),
  created_at: Field('When it was created.', Timestamp),
  parent_id: Field('The parent account; `null` for a root account.', Nullable(Id)),
  status: Field('Its state.', OneOf(['active', 'inactive'])),
  activated_at: Field('When it was last activated.', Nullable(Timestamp)),
  deactivated_at: Field('When it was last deactivated; `null` if never.', Nullable(Timestamp)),
};

export const Account = Type.Object(fields, { title: 'Account' });

export const ExpandedAccount = Type.Object(
  {
    ...fields,
    accounts_count: Field('Accounts directly below.', Count),
    users_count: Field('Users of the account.', Count),
    mtd_pages: Field('Pages reforested this month.', PageCount),
    qtd_pages: Field('Pages reforested this quarter.', PageCount),
    ytd_pages: Field('Pages reforested this year.', PageCount),
    ltd_pages: Field('Pages reforested in total.', PageCount),
    mtd_trees: Field('Trees reforested this month.', Decimal),
    qtd_trees: Field('Trees reforested this quarter.', Decimal),
    ytd_trees: Field('Trees reforested this year.', Decimal),
    ltd_trees: Field('Trees reforested in total.', Decimal),
  },
  { title: 'ExpandedAccount' },
);

export const NewAccount = Body('NewAccount', {
  name: Field('Unique among the accounts of the same parent.', SingleLineText(255)),
  display_name: Field('The name shown to people. Default: the name.', Optional(SingleLineText(255))),
  external_id: Field(
    'Your own id for it, unique among the accounts of the same parent.',
    Optional(SingleLineText(255)),
  ),
});

/** null clears fields that may be empty. A name may not be null. */
export const AccountChanges = Body('AccountChanges', {
  name: Field('Unique among the accounts of the same parent.', Type.Optional(SingleLineText(255))),
  display_name: Field(
    'The name shown to people; `null` resets it to the name.',
    Optional(SingleLineText(255)),
  ),
  external_id: Field(
    'Your own id for it, unique like the name; `null` clears it.',
    Optional(SingleLineText(255)),
  ),
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
