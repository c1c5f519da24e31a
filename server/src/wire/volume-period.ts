import { Type, type Static } from '@sinclair/typebox';
import type { VolumePeriod as PeriodRow } from '../features/volume/read-volume.js';
import { exactNumber } from '../platform/exact-number.js';
import { Decimal, Field, Id, PageCount, Timestamp } from './fields.js';
import { formatTimestamp } from './times.js';

export const VolumePeriod = Type.Object(
  {
    account_id: Field('The account it belongs to.', Id),
    date: Field('Start of the month.', Timestamp),
    pages: Field('Pages reforested in the month.', PageCount),
    trees: Field('Trees reforested in the month.', Decimal),
  },
  { title: 'VolumePeriod' },
);

export const presentVolumePeriod = (period: PeriodRow): Static<typeof VolumePeriod> => ({
  account_id: period.accountId,
  date: formatTimestamp(period.month),
  pages: exactNumber(period.pages),
  trees: exactNumber(period.trees),
});
