import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ForestryProject } from '@regrove/sdk';
import { IconHeart, IconHeartFilled } from '../../icons/icons.js';
import { useErrorText } from '../../api/error-message.js';
import { accountKey, useScope } from '../../api/scope.js';
import type { Project } from '../../api/use-projects.js';
import { useHasFullPermission } from '../../session/use-has-full-permission.js';
import { useI18n } from '../../i18n/use-i18n.js';

interface FavoriteButtonProps {
  readonly project: Project;
  readonly favorites: readonly ForestryProject[];
}

/** A completed project can only be removed. */
export function FavoriteButton({ project, favorites }: FavoriteButtonProps) {
  const { t } = useI18n();
  const { account, client } = useScope();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const mayChange = useHasFullPermission();
  const isFavorite = favorites.some(({ id }) => id === project.id);
  const change = useMutation({
    mutationFn: () => (isFavorite ? client.favorites.remove(project.id) : client.favorites.add(project.id)),
    onSuccess: (changed) => queries.setQueryData(accountKey(account.id, 'favorites'), changed),
    onError: (error) => notifications.show({ color: 'red', message: errorText(error) }),
  });
  if (!isFavorite && (project.status !== 'active' || !mayChange)) return null;
  const Icon = isFavorite ? IconHeartFilled : IconHeart;
  return (
    <Button
      variant={isFavorite ? 'light' : 'default'}
      size="sm"
      aria-pressed={isFavorite}
      aria-label={t('app.projects.favoriteOf', { project: project.name })}
      leftSection={<Icon size={16} aria-hidden="true" />}
      loading={change.isPending}
      disabled={!mayChange}
      onClick={() => change.mutate()}
    >
      {t('app.projects.favorite')}
    </Button>
  );
}
