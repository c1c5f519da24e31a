import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';

// A map of the world takes its time: it comes once the rest is there.
const ProjectMap = lazy(async () => ({ default: (await import('./project-map.js')).ProjectMap }));

interface LazyProjectMapProps {
  /** Shows but the one with this id. */
  readonly only?: string;
  /** Shows but those with these ids. */
  readonly among?: readonly string[];
}

export const LazyProjectMap = (props: LazyProjectMapProps) => (
  <Suspense fallback={<Skeleton height="22rem" />}>
    <ProjectMap {...props} />
  </Suspense>
);
