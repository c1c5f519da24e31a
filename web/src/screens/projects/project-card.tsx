import { Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ForestryProject } from '@regrove/sdk';
import { screenPath, useScope } from '../../api/scope.js';
import type { Project } from '../../api/use-projects.js';
import { StatusBadge } from '../../components/status-badge.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { FavoriteButton } from './favorite-button.js';
import { ProjectPicture } from './project-picture.js';
import classes from './projects.module.css';

interface ProjectCardProps {
  readonly project: Project;
  readonly favorites: readonly ForestryProject[];
}

export function ProjectCard({ project, favorites }: ProjectCardProps) {
  const { t } = useI18n();
  const { account } = useScope();
  return (
    <article className={classes['card']}>
      <ProjectPicture id={project.id} />
      <div className={classes['text']}>
        <Title order={2} className={classes['name']}>
          <Link to={screenPath(account.id, `projects/${project.id}`)}>{project.name}</Link>
        </Title>
        <p className={classes['introduction']}>{project.content_introduction}</p>
        <div className={classes['foot']}>
          {project.status !== 'active' && (
            <StatusBadge tone="quiet">{t('app.projects.complete')}</StatusBadge>
          )}
          <FavoriteButton project={project} favorites={favorites} />
        </div>
      </div>
    </article>
  );
}
