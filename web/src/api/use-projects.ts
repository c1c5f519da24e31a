import { Regrove, type v1_6_3 } from '@regrove/sdk';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { clientOptions } from './client.js';

export type Project = v1_6_3.ForestryProject;

// Only this revision has a project's introduction; its other fields are the same as in the default one.
const introducing = new Regrove<'1.6.3'>({ ...clientOptions, revision: '1.6.3' });

/** The same for every account. */
export const useProjects = () =>
  useQuery({
    queryKey: ['projects'],
    staleTime: 600_000,
    queryFn: ({ signal }) => introducing.forestryProjects.list({ signal }).then(),
  });

/** False until the projects are loaded. */
export function useIsProjectComplete(): (id: string) => boolean {
  const { data } = useProjects();
  return useCallback((id) => data?.find((project) => project.id === id)?.status === 'complete', [data]);
}

/** Empty until the projects are loaded. */
export function useProjectName(): (id: string) => string {
  const { data } = useProjects();
  return useCallback((id) => data?.find((project) => project.id === id)?.name ?? '', [data]);
}
