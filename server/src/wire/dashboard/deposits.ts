import { Type, type Static } from '@sinclair/typebox';
import type { ListedDeposit as ListedRow } from '../../features/deposits/deposit-list-store.js';
import { Deposit, presentDeposit } from '../deposit.js';
import { Count, Nullable, PageCount } from '../fields.js';
import { AccountNameFields, type WithAccountName } from './list-level.js';

/** A deposit, and whether it is part of a certificate and cannot be deleted. */
export const ListedDeposit = Type.Object(
  { ...Deposit.properties, ...AccountNameFields.properties, is_locked: Type.Boolean() },
  { title: 'ListedDeposit' },
);

export const presentListedDeposit = (deposit: ListedRow & WithAccountName): Static<typeof ListedDeposit> => ({
  ...presentDeposit(deposit),
  account_name: deposit.accountName,
  is_locked: deposit.isLocked,
});

export const DepositTotal = Type.Object({ deposits: Count, pages: PageCount }, { title: 'DepositTotal' });

/** Months are `2026-10`, in UTC. */
export const DepositMonths = Type.Object(
  {
    /** The last closed month. Deposits added to closed months count at the next close. */
    closed_through: Nullable(Type.String()),
    /** Months with deposits, newest first. */
    months: Type.Array(Type.String()),
  },
  { title: 'DepositMonths' },
);
