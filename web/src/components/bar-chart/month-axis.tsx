import { useI18n } from '../../i18n/use-i18n.js';
import { axisLabels } from './axis-labels.js';
import classes from './bar-chart.module.css';
import { useTextMeasure } from './use-text-measure.js';

/** The months of a chart, one per column, and their years if there are several: as many labels as there is room for. */
export function MonthAxis({ months }: { readonly months: readonly string[] }) {
  const { shortMonth } = useI18n();
  const { ref, ...room } = useTextMeasure();
  const labels = axisLabels(months, shortMonth, room);
  const hasYears = labels.some(({ year }) => year !== undefined);
  return (
    <div ref={ref} className={classes['labels']} data-years={hasYears || undefined} aria-hidden="true">
      {labels.map(({ index, text, year }) => (
        <div key={index} style={{ left: `${(100 * (index + 0.5)) / months.length}%` }}>
          <span>{text}</span>
          {year !== undefined && <span>{year}</span>}
        </div>
      ))}
    </div>
  );
}
