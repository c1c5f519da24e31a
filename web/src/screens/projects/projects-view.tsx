import { Skeleton } from '@mantine/core';
import { accountEndpoint } from '../../api/app-request.js';
import { useScope } from '../../api/scope.js';
import { useFavorites } from '../../api/use-favorites.js';
import { useProjects } from '../../api/use-projects.js';
import { EmptyState } from '../../components/empty-state.js';
import { ExportMenu } from '../../components/export-menu.js';
import { LoadError } from '../../components/load-error.js';
import { LazyProjectMap } from '../../components/lazy-project-map.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { Card } from '../../components/card.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { Favorites } from './favorites.js';
import { ProjectCard } from './project-card.js';
import classes from './projects.module.css';

export function View() {
  const { t } = useI18n();
  const { account } = useScope();
  return (
    <>
      <ScreenHeader
        title={t('app.projects.title')}
        intro={t('app.projects.intro')}
        actions={<ExportMenu address={accountEndpoint(account, 'exports/forestry/projects')} />}
      />
      <Projects />
    </>
  );
}

function Projects() {
  const { t } = useI18n();
  const { data, error, refetch } = useProjects();
  const favorites = useFavorites();
  if (error && !data) return <LoadError error={error} retry={refetch} />;
  if (favorites.error && !favorites.data)
    return <LoadError error={favorites.error} retry={favorites.refetch} />;
  if (data?.length === 0)
    return <EmptyState title={t('app.projects.emptyTitle')} text={t('app.projects.emptyText')} />;
  return (
    <div className={classes['screen']}>
      {favorites.data && <Favorites favorites={favorites.data} />}
      <div className={classes['cards']}>
        {data && favorites.data
          ? data.map((project) => (
              <ProjectCard key={project.id} project={project} favorites={favorites.data} />
            ))
          : Array.from({ length: 3 }, (_, index) => <Skeleton key={index} height="22rem" radius="lg" />)}
      </div>
      <Card title={t('app.overview.projects')}>
        <LazyProjectMap />
      </Card>
    </div>
  );
}
