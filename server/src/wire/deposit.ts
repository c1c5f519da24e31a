import { Type, type Static } from '@sinclair/typebox';
import { defaultPaper } from '../features/paper/sheets.js';
import type { NewDepositInput } from '../features/deposits/create-deposit.js';
import type { Deposit as DepositRow } from '../features/deposits/deposit-store.js';
import { maxStandardPages } from '../features/paper/items.js';
import { exactNumber } from '../platform/exact-number.js';
import {
  Body,
  Count,
  Decimal,
  Field,
  Id,
  Nullable,
  Optional,
  PageCount,
  PaperLength,
  PaperWeight,
  PaperWidth,
  Timestamp,
  TimestampInput,
} from './fields.js';
import { formatTimestamp, toDate } from './times.js';

export const Deposit = Type.Object(
  {
    id: Field('Its id.', Id),
    account_id: Field('The account it belongs to.', Id),
    feed_id: Field('The feed that created it, or `null`.', Nullable(Id)),
    date: Field('The time that it counts for.', Timestamp),
    pages: Field('Sheets of this paper; negative for a correction.', PageCount),
    width: Field('Metres.', Decimal),
    length: Field('Metres.', Decimal),
    gsm: Field('Paper weight in g/m².', Count),
  },
  { title: 'Deposit' },
);

export const NewDeposit = Body('NewDeposit', {
  pages: Field(
    'Sheets of this paper. A negative number corrects an earlier deposit.',
    Type.Integer({ minimum: -maxStandardPages, maximum: maxStandardPages }),
  ),
  width: Field(`Metres. Default: ${defaultPaper.width}.`, Optional(PaperWidth)),
  length: Field(`Metres. Default: ${defaultPaper.length}.`, Optional(PaperLength)),
  gsm: Field(`Paper weight in g/m². Default: ${defaultPaper.gsm}.`, Optional(PaperWeight)),
  date: Field(
    'Determines the month in which it is settled. From 1970-01-01 to one day from now. Default: now.',
    Optional(TimestampInput),
  ),
});

/** Keeps a batch well within the size limit of bodies. */
const maxBatch = 1000;

export const NewDepositBatch = Body('NewDepositBatch', {
  deposits: Field(
    'Up to 1,000; all are created, or none.',
    Type.Array(NewDeposit, { minItems: 1, maxItems: maxBatch }),
  ),
});

/** In the order of the request. */
export const DepositBatch = Type.Object(
  { deposits: Field('The new deposits, in the order they were sent.', Type.Array(Deposit)) },
  { title: 'DepositBatch' },
);

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
