import { screenPath, useScope } from '../../api/scope.js';
import { BarChart } from '../../components/bar-chart/bar-chart.js';
import { MonthAxis } from '../../components/bar-chart/month-axis.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { dayOf, type MonthFigures } from './month-figures.js';
import { MonthTooltip } from './month-tooltip.js';

export const measures = ['trees', 'pages', 'paper_mtco2e'] as const;
export type Measure = (typeof measures)[number];

interface VolumeChartProps {
  readonly months: readonly MonthFigures[];
  readonly measure: Measure;
}

const labels = { trees: 'app.trees', pages: 'app.pages', paper_mtco2e: 'app.overview.paperCo2e' } as const;

/** A bar leads to its month; behind it is the same month of the year before. */
export function VolumeChart({ months, measure }: VolumeChartProps) {
  const { t, compact, month: monthName, number, trees } = useI18n();
  const { account } = useScope();
  const format = measure === 'pages' ? number : trees;
  const hasBefore = months.some(({ before }) => before[measure] > 0);
  return (
    <BarChart
      label={t(labels[measure])}
      color={`var(--bar-${measure})`}
      formatTick={compact}
      legend={
        hasBefore
          ? { shown: t('app.overview.thisPeriod'), compared: t('app.overview.periodBefore') }
          : undefined
      }
      bars={months.map((figures) => ({
        key: figures.month,
        value: figures[measure],
        compared: figures.before[measure],
        label: `${monthName(dayOf(figures.month))}, ${format(figures[measure])}`,
        tooltip: <MonthTooltip figures={figures} />,
        to: screenPath(account.id, `months/${figures.month}`),
      }))}
    >
      <MonthAxis months={months.map(({ month }) => dayOf(month))} />
    </BarChart>
  );
}
