import { Type, type Static } from '@sinclair/typebox';
import type { NewDepositInput } from '../features/deposits/create-deposit.js';
import type { Deposit as DepositRow } from '../features/deposits/deposit-store.js';
import { maxStandardPages } from '../features/paper/items.js';
import { exactNumber } from '../platform/exact-number.js';
import {
  Body,
  Count,
  Decimal,
  Id,
  Nullable,
  Optional,
  PageCount,
  PaperLength,
  PaperWidth,
  PaperWeight,
  Timestamp,
  TimestampInput,
} from './fields.js';
import { formatTimestamp, toDate } from './times.js';

export const Deposit = Type.Object(
  {
    id: Id,
    account_id: Id,
    feed_id: Nullable(Id),
    date: Timestamp,
    pages: PageCount,
    width: Decimal,
    length: Decimal,
    gsm: Count,
  },
  { title: 'Deposit' },
);

export const NewDeposit = Body('NewDeposit', {
  pages: Type.Integer({ minimum: -maxStandardPages, maximum: maxStandardPages }),
  width: Optional(PaperWidth),
  length: Optional(PaperLength),
  gsm: Optional(PaperWeight),
  date: Optional(TimestampInput),
});

/** So many at once: a body of them stays well within what is read at all. */
const maxBatch = 1000;

export const NewDepositBatch = Body('NewDepositBatch', {
  deposits: Type.Array(NewDeposit, { minItems: 1, maxItems: maxBatch }),
});

/** In the order in which they were sent. */
export const DepositBatch = Type.Object({ deposits: Type.Array(Deposit) }, { title: 'DepositBatch' });

export const depositInputOf = (body: Static<typeof NewDeposit>): NewDepositInput => {
  const { pages, width, length, gsm, date } = body;
  return { pages, width, length, gsm, date: toDate(date) };
};

export const presentDeposit = (deposit: DepositRow): Static<typeof Deposit> => ({
  id: deposit.id,
  account_id: deposit.accountId,
  feed_id: deposit.feedId,
  date: formatTimestamp(deposit.date),
  pages: exactNumber(deposit.pages),
  width: exactNumber(deposit.width),
  length: exactNumber(deposit.length),
  gsm: deposit.gsm,
});
