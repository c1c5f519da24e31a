import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ForestryProject } from '@regrove/sdk';
import { screenPath, useScope } from '../../api/scope.js';
import { Card } from '../../components/card.js';
import { StatusBadge } from '../../components/status-badge.js';
import { useI18n, type MessageKey } from '../../i18n/use-i18n.js';
import classes from './projects.module.css';

const isActive = ({ status }: ForestryProject): boolean => status === 'active';

/** Only active projects get trees. */
function textFor(favorites: readonly ForestryProject[]): MessageKey {
  if (favorites.length === 0) return 'app.projects.noFavorites';
  if (!favorites.some(isActive)) return 'app.projects.favoritesCompleted';
  return favorites.every(isActive) ? 'app.projects.favoritesText' : 'app.projects.favoritesActive';
}

export function Favorites({ favorites }: { readonly favorites: readonly ForestryProject[] }) {
  const { t } = useI18n();
  const { account } = useScope();
  return (
    <Card title={t('app.projects.favorites')}>
      <p className={classes['explained']}>{t(textFor(favorites))}</p>
      {favorites.length > 0 && (
        <ol className={classes['favorites']}>
          {favorites.map((project) => (
            <li key={project.id}>
              <Anchor component={Link} to={screenPath(account.id, `projects/${project.id}`)}>
                {project.name}
              </Anchor>
              {!isActive(project) && (
                <>
                  {' '}
                  <StatusBadge tone="quiet">{t('app.projects.complete')}</StatusBadge>
                </>
              )}
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
