import { Regrove, type v1_6_3 } from '@regrove/sdk';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { clientOptions } from './client.js';

export type Project = v1_6_3.ForestryProject;

// Only this revision tells a project's introduction; all else it says of projects is what the newest says.
const introducing = new Regrove<'1.6.3'>({ ...clientOptions, revision: '1.6.3' });

/** All forestry projects: the same for every account. */
export const useProjects = () =>
  useQuery({
    queryKey: ['projects'],
    staleTime: 600_000,
    queryFn: ({ signal }) => introducing.forestryProjects.list({ signal }).then(),
  });

/** Whether a project takes no more trees; false until it is known. */
export function useIsProjectComplete(): (id: string) => boolean {
  const { data } = useProjects();
  return useCallback((id) => data?.find((project) => project.id === id)?.status === 'complete', [data]);
}

/** The name of a project; nothing until it is known. */
export function useProjectName(): (id: string) => string {
  const { data } = useProjects();
  return useCallback((id) => data?.find((project) => project.id === id)?.name ?? '', [data]);
}
