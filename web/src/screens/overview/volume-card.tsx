import { SegmentedControl, Skeleton, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { accountKey, useScope } from '../../api/scope.js';
import { LoadError } from '../../components/load-error.js';
import { Card } from '../../components/card.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { VolumeTable } from './volume-table.js';
import type { Measure } from './volume-chart.js';
import classes from './volume-chart.module.css';

// The chart library is large, so it is loaded after the figures.
const VolumeChart = lazy(async () => ({ default: (await import('./volume-chart.js')).VolumeChart }));

/** Thirteen months, to compare this month with the same month of last year. */
export function VolumeCard() {
  const { t } = useI18n();
  const { account, client } = useScope();
  const [measure, setMeasure] = useState<Measure>('trees');
  const { data, error, refetch } = useQuery({
    queryKey: accountKey(account.id, 'volume'),
    queryFn: ({ signal }) => client.volume.list({ signal }).then(),
  });
  const placeholder = <Skeleton className={classes['chart']} />;
  return (
    <Card
      title={t('app.overview.volume')}
      aside={
        <SegmentedControl
          aria-label={t('app.overview.measure')}
          value={measure}
          onChange={setMeasure}
          data={[
            { value: 'trees', label: t('app.trees') },
            { value: 'pages', label: t('app.pages') },
          ]}
        />
      }
    >
      {data ? (
        <>
          <div aria-hidden="true" className={classes['chart']}>
            <Suspense fallback={placeholder}>
              <VolumeChart periods={data} measure={measure} />
            </Suspense>
          </div>
          <VisuallyHidden>
            <VolumeTable periods={data} />
          </VisuallyHidden>
        </>
      ) : error ? (
        <LoadError error={error} retry={refetch} />
      ) : (
        placeholder
      )}
    </Card>
  );
}
