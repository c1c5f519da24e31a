import type { VolumePeriod } from '@regrove/sdk';
import type { TooltipContentProps } from 'recharts';
import { useWords } from '../../words/words.js';
import classes from './volume-chart.module.css';

/** What the month under the pointer has. */
export function MonthTip({ active, payload }: TooltipContentProps) {
  const { say, month, trees } = useWords();
  const period = payload[0]?.payload as VolumePeriod | undefined;
  if (!active || !period) return null;
  return (
    <div className={classes['tip']}>
      <strong>{month(period.date)}</strong>
      <span>
        {trees(period.trees)} {say('certificate.trees', { trees: period.trees })}
      </span>
      <span>{say('certificate.pages', { pages: period.pages })}</span>
    </div>
  );
}
