import { Type, type Static } from '@sinclair/typebox';
import { rootRoles } from '../../features/accounts/account.js';
import type { OperatorAccount as RatedRow } from '../../features/accounts/all-accounts-store.js';
import { decimal } from '../../platform/decimals.js';
import { Account, NewAccount, presentAccount } from '../account.js';
import { exactNumber } from '../../platform/exact-number.js';
import { Body, Decimal, Nullable, OneOf } from '../fields.js';
import { NewUser } from '../user.js';

/** An account with its price per page; null if it uses the methodology's price. */
export const OperatorAccount = Type.Object(
  { ...Account.properties, rate: Nullable(Decimal) },
  { title: 'OperatorAccount' },
);

export const presentOperatorAccount = (
  account: Omit<RatedRow, 'nameSort'>,
): Static<typeof OperatorAccount> => ({
  ...presentAccount(account),
  rate: account.rate === null ? null : exactNumber(account.rate),
});

export const AccountsQuery = Type.Object({
  q: Type.Optional(Type.String({ maxLength: 255 })),
  which: Type.Optional(OneOf(['roots', 'all'])),
});

/** A root account, and its first user. */
export const NewRootAccount = Body('NewRootAccount', {
  ...NewAccount.properties,
  role: OneOf(rootRoles),
  user: Type.Optional(NewUser),
});

/** The key is returned only once. */
export const CreatedRootAccount = Type.Object(
  { account: Account, key: Type.String(), invited: Nullable(Type.String()) },
  { title: 'CreatedRootAccount' },
);

export const RateChange = Body('RateChange', {
  rate: Nullable(Type.Number({ minimum: 0, maximum: 999_999, decimals: 10 })),
});

export const rateOf = ({ rate }: Static<typeof RateChange>): string | null =>
  rate === null ? null : decimal(rate).toFixed();
