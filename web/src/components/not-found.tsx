import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useI18n } from '../i18n/use-i18n.js';
import { EmptyState } from './empty-state.js';

export function NotFound() {
  const { t } = useI18n();
  return (
    <EmptyState
      order={1}
      title={t('app.notFound.title')}
      text={t('app.notFound.text')}
      action={
        <Button component={Link} to="/" variant="default">
          {t('app.notFound.action')}
        </Button>
      }
    />
  );
}
