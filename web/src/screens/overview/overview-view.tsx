import { NativeSelect, Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useScope } from '../../api/scope.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { Card } from '../../components/card.js';
import { FullPermissionOnly } from '../../components/full-permission-only.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { TreeTotals } from './tree-totals.js';
import { RecentCertificates } from './recent-certificates.js';
import classes from './overview.module.css';
import { PlantedProjectsMap } from './planted-projects-map.js';
import { levels, useOverview, useOverviewSearch } from './use-overview.js';
import { VolumeCard } from './volume-card.js';
import { WaitingPaperCard } from './waiting-paper-card.js';

// Only accounts with others below them need it.
const AccountRanking = lazy(async () => ({
  default: (await import('./account-ranking.js')).AccountRanking,
}));

// Small print, at the end of the screen.
const MethodologyNote = lazy(async () => ({
  default: (await import('../../components/methodology-note.js')).MethodologyNote,
}));

// Most accounts are past their first steps.
const FirstStepsCard = lazy(async () => ({
  default: (await import('./first-steps-card.js')).FirstStepsCard,
}));

export function View() {
  const { t } = useI18n();
  const { account } = useScope();
  const { range, level, hasBelow, setRange, setLevel } = useOverviewSearch();
  const overview = useOverview(range);
  return (
    <>
      <ScreenHeader
        title={t('app.overview.title')}
        actions={
          hasBelow && (
            <NativeSelect
              aria-label={t('app.overview.level')}
              value={level}
              onChange={({ currentTarget: { value } }) => setLevel(value)}
              data={levels.map((value) => ({ value, label: t(`app.overview.${value}`) }))}
            />
          )
        }
      />
      <div className={classes['grid']}>
        <FullPermissionOnly>
          <Suspense>
            <FirstStepsCard />
          </Suspense>
        </FullPermissionOnly>
        <TreeTotals account={account} level={level} overview={overview.data} />
        <WaitingPaperCard level={level} />
        <VolumeCard overview={overview} level={level} range={range} onRange={setRange} />
        {hasBelow && (
          <Suspense fallback={<Skeleton height="16rem" radius="lg" />}>
            <AccountRanking />
          </Suspense>
        )}
        <RecentCertificates level={level} />
        <Card title={t('app.overview.projects')}>
          <PlantedProjectsMap level={level} />
        </Card>
      </div>
      {overview.data && (
        <Suspense>
          <MethodologyNote
            methodologies={[overview.data.methodology]}
            hasEarlier={overview.data.has_earlier_methodologies}
          />
        </Suspense>
      )}
    </>
  );
}
