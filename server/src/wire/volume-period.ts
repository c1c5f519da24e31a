import { Type, type Static } from '@sinclair/typebox';
import type { VolumePeriod as PeriodRow } from '../features/volume/read-volume.js';
import { exactNumber } from '../platform/exact-number.js';
import { Decimal, Id, PageCount, Timestamp } from './fields.js';
import { formatTimestamp } from './times.js';

export const VolumePeriod = Type.Object(
  { account_id: Id, date: Timestamp, pages: PageCount, trees: Decimal },
  { title: 'VolumePeriod' },
);

export const presentVolumePeriod = (period: PeriodRow): Static<typeof VolumePeriod> => ({
  account_id: period.accountId,
  date: formatTimestamp(period.month),
  pages: exactNumber(period.pages),
  trees: exactNumber(period.trees),
});
