import { Button } from '@mantine/core';
import { useI18n } from '../i18n/use-i18n.js';
import { EmptyState } from './empty-state.js';

export function ScreenError({ reset }: { readonly reset: () => void }) {
  const { t } = useI18n();
  return (
    <div role="alert">
      <EmptyState
        order={1}
        title={t('app.screenError.title')}
        text={t('app.screenError.text')}
        action={
          <Button variant="default" onClick={reset}>
            {t('app.error.retry')}
          </Button>
        }
      />
    </div>
  );
}
