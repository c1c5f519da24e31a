import { lazy, Suspense } from 'react';
import { useScope } from '../../api/scope.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { Card } from '../../components/card.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { TreeTotals } from './tree-totals.js';
import { RecentCertificates } from './recent-certificates.js';
import classes from './overview.module.css';
import { PlantedProjectsMap } from './planted-projects-map.js';
import { VolumeCard } from './volume-card.js';

// Most accounts are past their first steps.
const StartChecklist = lazy(async () => ({ default: (await import('./start-checklist.js')).StartChecklist }));

export function View() {
  const { t } = useI18n();
  const { account } = useScope();
  return (
    <>
      <ScreenHeader title={t('app.overview.title')} />
      <div className={classes['grid']}>
        <Suspense>
          <StartChecklist />
        </Suspense>
        <TreeTotals account={account} />
        <VolumeCard />
        <RecentCertificates />
        <Card title={t('app.overview.projects')}>
          <PlantedProjectsMap />
        </Card>
      </div>
    </>
  );
}
