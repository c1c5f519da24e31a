import { lazy, Suspense } from 'react';
import { Skeleton } from '@mantine/core';
import { useScope } from '../../api/scope.js';
import { ScreenHead } from '../../parts/screen-head.js';
import { Sheet } from '../../parts/sheet.js';
import { useWords } from '../../words/words.js';
import { Figures } from './figures.js';
import { NewestCertificates } from './newest-certificates.js';
import classes from './overview.module.css';
import { Volume } from './volume.js';

// A map of the world takes its time: it comes once the figures are there.
const ProjectMap = lazy(async () => ({ default: (await import('./project-map.js')).ProjectMap }));

export function View() {
  const { say } = useWords();
  const { account } = useScope();
  return (
    <>
      <ScreenHead title={say('app.overview.title')} />
      <div className={classes['grid']}>
        <Figures account={account} />
        <Volume />
        <NewestCertificates />
        <Sheet title={say('app.overview.projects')}>
          <Suspense fallback={<Skeleton height="22rem" />}>
            <ProjectMap />
          </Suspense>
        </Sheet>
      </div>
    </>
  );
}
