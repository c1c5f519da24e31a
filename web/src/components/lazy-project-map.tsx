import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';

// The map's data is large, so it is loaded after the rest of the screen.
const ProjectMap = lazy(async () => ({ default: (await import('./project-map.js')).ProjectMap }));

interface LazyProjectMapProps {
  /** Shows this project only. */
  readonly only?: string;
  /** Shows these projects only, with the trees in each. */
  readonly planted?: ReadonlyMap<string, number>;
}

export const LazyProjectMap = (props: LazyProjectMapProps) => (
  <Suspense fallback={<Skeleton height="22rem" />}>
    <ProjectMap {...props} />
  </Suspense>
);
