import { useIntl } from 'react-intl';
import { FittedNumber } from '../../components/fitted-number.js';
import { useI18n } from '../../i18n/use-i18n.js';
import classes from './period-figures.module.css';
import { useMeasures } from './use-measures.js';
import type { Sums } from './use-overview.js';

interface PeriodFiguresProps {
  readonly now: Sums;
  readonly before: Sums;
}

/** What the months come to, and how that compares with the same months of the year before. */
export function PeriodFigures({ now, before }: PeriodFiguresProps) {
  const measures = useMeasures();
  return (
    <dl className={classes['figures']}>
      {measures.map(({ name, format, of }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <FittedNumber className={classes['figure']}>{format(of(now))}</FittedNumber>
            <YearBefore now={of(now)} before={of(before)} format={format} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface YearBeforeProps {
  readonly now: number;
  readonly before: number;
  readonly format: (value: number) => string;
}

export function YearBefore({ now, before, format }: YearBeforeProps) {
  const { t } = useI18n();
  return (
    <span className={classes['before']}>
      <Change now={now} before={before} />
      <span>{t('app.overview.yearBefore', { figure: format(before) })}</span>
    </span>
  );
}

/** In percent. More than this says nothing. */
const maxChange = 10;

function Change({ now, before }: { readonly now: number; readonly before: number }) {
  const intl = useIntl();
  const change = before > 0 ? now / before - 1 : 0;
  if (before === 0 || change > maxChange) return null;
  const percent = intl.formatNumber(change, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  });
  return (
    <strong className={classes['change']} data-less={change < 0 || undefined}>
      {percent}
    </strong>
  );
}
