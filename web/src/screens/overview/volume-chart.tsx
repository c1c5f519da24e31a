import type { VolumePeriod } from '@regrove/sdk';
import { BarChart } from '../../components/bar-chart/bar-chart.js';
import { MonthAxis } from '../../components/bar-chart/month-axis.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { MonthTooltip } from './month-tooltip.js';

export type Measure = 'trees' | 'pages';

interface VolumeChartProps {
  readonly periods: readonly VolumePeriod[];
  readonly measure: Measure;
}

export function VolumeChart({ periods, measure }: VolumeChartProps) {
  const { t, compact, month, number, trees } = useI18n();
  const format = measure === 'trees' ? trees : number;
  return (
    <BarChart
      label={t(`app.${measure}`)}
      color={`var(--bar-${measure})`}
      formatTick={compact}
      bars={periods.map((period) => ({
        key: period.date,
        value: period[measure],
        label: `${month(period.date)}, ${format(period[measure])}`,
        tooltip: <MonthTooltip period={period} />,
      }))}
    >
      <MonthAxis months={periods.map(({ date }) => date)} />
    </BarChart>
  );
}
