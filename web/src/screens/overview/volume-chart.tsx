import type { VolumePeriod } from '@regrove/sdk';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { useI18n } from '../../i18n/use-i18n.js';
import { MonthTooltip } from './month-tooltip.js';

export type Measure = 'trees' | 'pages';

interface VolumeChartProps {
  readonly periods: readonly VolumePeriod[];
  readonly measure: Measure;
}

export function VolumeChart({ periods, measure }: VolumeChartProps) {
  const { number, shortMonth } = useI18n();
  return (
    <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 600, height: 270 }}>
      <BarChart data={periods} margin={{ top: 8, right: 0, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--rule)" />
        <XAxis dataKey="date" tickFormatter={shortMonth} tickLine={false} axisLine={false} tickMargin={10} />
        <YAxis width="auto" tickFormatter={number} tickLine={false} axisLine={false} tickCount={4} />
        <Tooltip
          cursor={{ fill: 'var(--mist)', opacity: 0.45 }}
          content={MonthTooltip}
          isAnimationActive={false}
        />
        <Bar
          dataKey={measure}
          fill={measure === 'trees' ? 'var(--bar-trees)' : 'var(--bar-pages)'}
          radius={[5, 5, 0, 0]}
          maxBarSize={38}
          isAnimationActive={false}
        />
      </BarChart>
    </ResponsiveContainer>
  );
}
