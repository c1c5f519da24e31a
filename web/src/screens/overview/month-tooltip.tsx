import type { VolumePeriod } from '@regrove/sdk';
import type { TooltipContentProps } from 'recharts';
import { useI18n } from '../../i18n/use-i18n.js';
import classes from './volume-chart.module.css';

export function MonthTooltip({ active, payload }: TooltipContentProps) {
  const { t, month, trees } = useI18n();
  const period = payload[0]?.payload as VolumePeriod | undefined;
  if (!active || !period) return null;
  return (
    <div className={classes['tip']}>
      <strong>{month(period.date)}</strong>
      <span>
        {trees(period.trees)} {t('certificate.trees', { trees: period.trees })}
      </span>
      <span>{t('certificate.pages', { pages: period.pages })}</span>
    </div>
  );
}
