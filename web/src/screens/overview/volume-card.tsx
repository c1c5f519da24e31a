import { SegmentedControl, Skeleton, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountKey, useScope } from '../../api/scope.js';
import { LoadError } from '../../components/load-error.js';
import { Card } from '../../components/card.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { VolumeChart, type Measure } from './volume-chart.js';
import { VolumeTable } from './volume-table.js';
import classes from './volume-chart.module.css';

/** Thirteen months, to compare this month with the same month of last year. */
export function VolumeCard() {
  const { t } = useI18n();
  const { account, client } = useScope();
  const [measure, setMeasure] = useState<Measure>('trees');
  const { data, error, refetch } = useQuery({
    queryKey: accountKey(account.id, 'volume'),
    queryFn: ({ signal }) => client.volume.list({ signal }).then(),
  });
  const isEmpty = data?.every(({ pages }) => pages === 0) ?? false;
  return (
    <Card
      title={t('app.overview.volume')}
      aside={
        !isEmpty && (
          <SegmentedControl
            aria-label={t('app.overview.measure')}
            value={measure}
            onChange={setMeasure}
            data={[
              { value: 'trees', label: t('app.trees') },
              { value: 'pages', label: t('app.pages') },
            ]}
          />
        )
      }
    >
      {isEmpty ? (
        <p>{t('app.overview.noVolume')}</p>
      ) : data ? (
        <>
          <div className={classes['chart']}>
            <VolumeChart periods={data} measure={measure} />
          </div>
          <VisuallyHidden>
            <VolumeTable periods={data} />
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
