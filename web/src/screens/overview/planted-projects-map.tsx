import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { appRequest, accountEndpoint } from '../../api/app-request.js';
import { accountKey, useScope } from '../../api/scope.js';
import type { PlantedProjects } from '../../api/wire.js';
import { LoadError } from '../../components/load-error.js';
import { LazyProjectMap } from '../../components/lazy-project-map.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { EmptyCard } from './empty-card.js';
import type { Level } from './use-overview.js';

export function PlantedProjectsMap({ level }: { readonly level: Level }) {
  const { t } = useI18n();
  const { account } = useScope();
  const { data, error, refetch } = useQuery({
    queryKey: accountKey(account.id, 'planted-projects', level),
    queryFn: ({ signal }) =>
      appRequest<PlantedProjects>('GET', accountEndpoint(account, `planted-projects?level=${level}`), {
        signal,
      }),
  });
  if (data?.projects.length === 0)
    return (
      <EmptyCard
        text={t('app.overview.noTrees')}
        actions={level === 'below' ? [] : [['app.start.projects', 'projects']]}
      />
    );
  if (data)
    return <LazyProjectMap planted={new Map(data.projects.map((project) => [project.id, project]))} />;
  return error ? <LoadError error={error} retry={refetch} /> : <Skeleton height="22rem" />;
}
