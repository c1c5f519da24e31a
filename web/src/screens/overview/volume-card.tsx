import { SegmentedControl, Skeleton, VisuallyHidden } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { Overview } from '../../api/wire.js';
import { LoadError } from '../../components/load-error.js';
import { Card } from '../../components/card.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { EmptyCard } from './empty-card.js';
import { monthsOf } from './month-figures.js';
import { PeriodFigures } from './period-figures.js';
import { RangeSelect } from './range-select.js';
import type { Level, Range } from './use-overview.js';
import { measures, VolumeChart, type Measure } from './volume-chart.js';
import { VolumeTable } from './volume-table.js';
import classes from './volume-chart.module.css';

interface VolumeCardProps {
  readonly overview: UseQueryResult<Overview>;
  readonly level: Level;
  readonly range: Range;
  readonly onRange: (range: Range) => void;
}

export function VolumeCard({ overview: { data, error, refetch }, level, range, onRange }: VolumeCardProps) {
  const { t } = useI18n();
  const [measure, setMeasure] = useState<Measure>('trees');
  const isEmpty =
    data !== undefined && [data.range, data.year_before].every((sums) => isNothing(sums[level]));
  return (
    <Card
      title={t('app.overview.byMonth')}
      aside={
        <div className={classes['controls']}>
          <RangeSelect range={range} onChange={onRange} />
          {!isEmpty && (
            <SegmentedControl
              aria-label={t('app.overview.measure')}
              value={measure}
              onChange={setMeasure}
              data={measures.map((value) => ({ value, label: t(measureLabels[value]) }))}
            />
          )}
        </div>
      }
    >
      {isEmpty ? (
        <EmptyCard
          text={t('app.overview.noVolume')}
          actions={level === 'below' ? [] : [['app.orders.create', 'orders/new']]}
        />
      ) : data ? (
        <>
          <PeriodFigures now={data.range[level]} before={data.year_before[level]} />
          <div className={classes['chart']}>
            <VolumeChart months={monthsOf(data, level)} measure={measure} />
          </div>
          <VisuallyHidden>
            <VolumeTable months={monthsOf(data, level)} />
          </VisuallyHidden>
        </>
      ) : error ? (
        <LoadError error={error} retry={refetch} />
      ) : (
        <Skeleton className={classes['chart']} />
      )}
    </Card>
  );
}

const measureLabels = {
  trees: 'app.trees',
  pages: 'app.pages',
  paper_mtco2e: 'app.overview.co2e',
} as const;

const isNothing = ({ pages, mtco2e }: Overview['range']['own']): boolean => pages === 0 && mtco2e === 0;
