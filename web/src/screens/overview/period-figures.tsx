import { useIntl } from 'react-intl';
import { useI18n } from '../../i18n/use-i18n.js';
import classes from './period-figures.module.css';
import type { Sums } from './use-overview.js';

interface PeriodFiguresProps {
  readonly now: Sums;
  /** None: without a comparison. */
  readonly before?: Sums;
}

/** What the months come to, and how that compares with the same months of the year before. */
export function PeriodFigures({ now, before }: PeriodFiguresProps) {
  const { t, number, trees } = useI18n();
  const tonnes = (value: number): string => t('app.amount.tonnes', { tonnes: value });
  const figures = [
    { name: t('app.trees'), format: trees, of: ({ trees: value }: Sums) => value },
    { name: t('app.pages'), format: number, of: ({ pages }: Sums) => pages },
    { name: t('app.overview.paperCo2e'), format: tonnes, of: ({ paper_mtco2e: value }: Sums) => value },
    { name: t('app.overview.offsetCo2e'), format: tonnes, of: ({ mtco2e }: Sums) => mtco2e },
  ];
  return (
    <dl className={classes['figures']}>
      {figures.map(({ name, format, of }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={classes['figure']}>{format(of(now))}</dd>
          {before && (
            <dd className={classes['before']}>
              <Change now={of(now)} before={of(before)} />
              <span>{t('app.overview.yearBefore', { figure: format(of(before)) })}</span>
            </dd>
          )}
        </div>
      ))}
    </dl>
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
