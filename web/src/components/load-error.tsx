import { Button } from '@mantine/core';
import { useErrorMessage } from '../api/error-message.js';
import { useI18n } from '../i18n/use-i18n.js';
import { EmptyState } from './empty-state.js';

interface LoadErrorProps {
  readonly error: unknown;
  readonly retry: () => unknown;
  readonly order?: 1 | 2;
}

export function LoadError({ error, retry, order = 2 }: LoadErrorProps) {
  const { t } = useI18n();
  const { text, lang } = useErrorMessage()(error);
  return (
    <div role="alert">
      <EmptyState
        order={order}
        title={t('app.error.title')}
        text={text}
        lang={lang}
        action={
          <Button variant="default" onClick={() => void retry()}>
            {t('app.error.retry')}
          </Button>
        }
      />
    </div>
  );
}
