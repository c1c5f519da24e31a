import { Anchor, Box } from '@mantine/core';
import { screenPath, usePathParams, useScope } from '../../api/scope.js';
import { useFavorites } from '../../api/use-favorites.js';
import { useProjects, type Project } from '../../api/use-projects.js';
import { LazyProjectMap } from '../../components/lazy-project-map.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { NotFound } from '../../components/not-found.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { Card } from '../../components/card.js';
import { TwoColumns } from '../../components/two-columns.js';
import { StatusBadge } from '../../components/status-badge.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { basePath } from '../../base-path.js';
import { FavoriteButton } from './favorite-button.js';
import { HtmlAsText } from './html-as-text.js';
import { ProjectPicture } from './project-picture.js';
import classes from './projects.module.css';

export function View() {
  const { id = '' } = usePathParams();
  return (
    <QueryBoundary query={useProjects()}>
      {(projects) => {
        const project = projects.find((one) => one.id === id);
        return project ? <ProjectScreen project={project} /> : <NotFound />;
      }}
    </QueryBoundary>
  );
}

function ProjectScreen({ project }: { readonly project: Project }) {
  const { t } = useI18n();
  const { account } = useScope();
  const favorites = useFavorites().data;
  return (
    <>
      <ScreenHeader
        title={project.name}
        intro={project.content_introduction}
        back={{ to: screenPath(account.id, 'projects'), label: t('app.projects.all') }}
        actions={favorites && <FavoriteButton project={project} favorites={favorites} />}
      />
      <TwoColumns
        aside={
          <Card title={t('app.overview.projects')}>
            {project.status !== 'active' && (
              <Box mb="md">
                <StatusBadge tone="quiet">{t('app.projects.complete')}</StatusBadge>
              </Box>
            )}
            <LazyProjectMap only={project.id} />
            <Anchor href={`${basePath}/projects/${project.id}`} target="_blank" rel="noreferrer">
              {t('app.projects.publicPage')}
            </Anchor>
          </Card>
        }
      >
        <article className={classes['story']}>
          <ProjectPicture id={project.id} />
          <HtmlAsText html={project.content_body_html} omit={project.content_introduction} />
        </article>
      </TwoColumns>
    </>
  );
}
