import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { ProjectMapProps } from './project-map.js';

// The map's data is large, so it is loaded after the rest of the screen.
const ProjectMap = lazy(async () => ({ default: (await import('./project-map.js')).ProjectMap }));

export const LazyProjectMap = (props: ProjectMapProps) => (
  <Suspense fallback={<Skeleton height="22rem" />}>
    <ProjectMap {...props} />
  </Suspense>
);
