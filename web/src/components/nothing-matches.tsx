import { Button } from '@mantine/core';
import { useI18n } from '../i18n/use-i18n.js';
import { EmptyState } from './empty-state.js';

/** A list that has rows, but none within its limits. */
export function NothingMatches({ clear }: { readonly clear: () => void }) {
  const { t } = useI18n();
  return (
    <EmptyState
      title={t('app.list.noneTitle')}
      text={t('app.list.noneText')}
      action={
        <Button variant="default" onClick={clear}>
          {t('app.list.clear')}
        </Button>
      }
    />
  );
}
