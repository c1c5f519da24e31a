import { SegmentedControl, Skeleton, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { VolumePeriod } from '@regrove/sdk';
import { accountKey, useScope } from '../../api/scope.js';
import { Failure } from '../../parts/failure.js';
import { useWords } from '../../words/words.js';
import { MonthTip } from './month-tip.js';
import classes from './volume-chart.module.css';

type Measure = 'trees' | 'pages';

/** Thirteen months, so that this one stands beside the same of last year. */
export function VolumeChart() {
  const { account, client } = useScope();
  const { say } = useWords();
  const [measure, setMeasure] = useState<Measure>('trees');
  const { data, error, refetch } = useQuery({
    queryKey: accountKey(account.id, 'volume'),
    queryFn: ({ signal }) => client.volume.list({ signal }).then(),
  });
  if (error) return <Failure error={error} retry={refetch} />;
  if (!data) return <Skeleton height="19rem" />;
  return (
    <>
      <SegmentedControl
        className={classes['switch']}
        aria-label={say('app.overview.measure')}
        value={measure}
        onChange={setMeasure}
        data={[
          { value: 'trees', label: say('app.trees') },
          { value: 'pages', label: say('app.pages') },
        ]}
      />
      <div aria-hidden="true" className={classes['chart']}>
        <Bars periods={data} measure={measure} />
      </div>
      <VisuallyHidden>
        <MonthTable periods={data} />
      </VisuallyHidden>
    </>
  );
}

interface BarsProps {
  readonly periods: readonly VolumePeriod[];
  readonly measure: Measure;
}

function Bars({ periods, measure }: BarsProps) {
  const { number, shortMonth } = useWords();
  return (
    <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 600, height: 270 }}>
      <BarChart data={periods} margin={{ top: 8, right: 0, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--rule)" />
        <XAxis dataKey="date" tickFormatter={shortMonth} tickLine={false} axisLine={false} tickMargin={10} />
        <YAxis width="auto" tickFormatter={number} tickLine={false} axisLine={false} tickCount={4} />
        <Tooltip
          cursor={{ fill: 'var(--mist)', opacity: 0.45 }}
          content={MonthTip}
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

/** The same for those who do not see a drawing. */
function MonthTable({ periods }: { readonly periods: readonly VolumePeriod[] }) {
  const { say, month, number, trees } = useWords();
  return (
    <table>
      <caption>{say('app.overview.volume')}</caption>
      <thead>
        <tr>
          <th scope="col">{say('app.month')}</th>
          <th scope="col">{say('app.trees')}</th>
          <th scope="col">{say('app.pages')}</th>
        </tr>
      </thead>
      <tbody>
        {periods.map((period) => (
          <tr key={period.date}>
            <th scope="row">{month(period.date)}</th>
            <td>{trees(period.trees)}</td>
            <td>{number(period.pages)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
