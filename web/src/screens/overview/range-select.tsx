import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useI18n } from '../../i18n/use-i18n.js';
import { addMonths, thisMonth } from '../deposits/use-month.js';
import { dayOf } from './month-figures.js';
import classes from './volume-chart.module.css';
import { defaultRange, type Range } from './use-overview.js';

interface RangeSelectProps {
  readonly range: Range;
  readonly onChange: (range: Range) => void;
}

/** As many as the server shows at a time. */
const monthsOffered = 120;

/** Usual periods, or any first and last month. */
export function RangeSelect({ range, onChange }: RangeSelectProps) {
  const { t } = useI18n();
  const [isOther, setOther] = useState(false);
  const now = thisMonth();
  const year = Number(now.slice(0, 4));
  const lastYears = (count: number) => ({
    label: t('app.overview.lastYears', { count }),
    range: { start: `${year - count + 1}-01`, end: now },
  });
  const periods = [
    { label: t('app.overview.volume'), range: defaultRange() },
    { label: t('app.overview.year'), range: { start: `${year}-01`, end: now } },
    { label: t('app.overview.lastYear'), range: { start: `${year - 1}-01`, end: `${year - 1}-12` } },
    lastYears(3),
    lastYears(5),
  ];
  const chosen = periods.findIndex(({ range: { start, end } }) => start === range.start && end === range.end);
  const other = periods.length;
  const value = isOther || chosen < 0 ? other : chosen;
  return (
    <>
      <NativeSelect
        aria-label={t('app.overview.range')}
        value={String(value)}
        data={[...periods.map(({ label }) => label), t('app.overview.otherPeriod')].map((label, index) => ({
          label,
          value: String(index),
        }))}
        onChange={(event) => {
          const period = periods[Number(event.currentTarget.value)];
          setOther(!period);
          if (period) onChange(period.range);
        }}
      />
      {value === other && <Months range={range} onChange={onChange} />}
    </>
  );
}

function Months({ range: { start, end }, onChange }: RangeSelectProps) {
  const { t, month } = useI18n();
  const now = thisMonth();
  const offered = Array.from({ length: monthsOffered }, (_, index) => addMonths(now, -index));
  const options = [...new Set([...offered, start, end])]
    .toSorted((a, b) => (a < b ? 1 : -1))
    .map((value) => ({ value, label: month(dayOf(value)) }));
  // A first month after the last one moves the last one along, and the other way round.
  return (
    <div className={classes['months']}>
      <NativeSelect
        aria-label={t('app.overview.from')}
        value={start}
        data={options}
        onChange={({ currentTarget: { value } }) =>
          onChange({ start: value, end: value > end ? value : end })
        }
      />
      <span aria-hidden="true">–</span>
      <NativeSelect
        aria-label={t('app.overview.to')}
        value={end}
        data={options}
        onChange={({ currentTarget: { value } }) =>
          onChange({ start: value < start ? value : start, end: value })
        }
      />
    </div>
  );
}
