import { Button } from '@mantine/core';
import { useExplanation } from '../api/explain.js';
import { useI18n } from '../i18n/use-i18n.js';
import { Empty } from './empty.js';

interface FailureProps {
  readonly error: unknown;
  readonly retry: () => unknown;
  readonly order?: 1 | 2;
}

/** Where something could not be loaded. */
export function Failure({ error, retry, order = 2 }: FailureProps) {
  const { t } = useI18n();
  const { text, lang } = useExplanation()(error);
  return (
    <div role="alert">
      <Empty
        order={order}
        title={t('app.failure.title')}
        text={text}
        lang={lang}
        action={
          <Button variant="default" onClick={() => void retry()}>
            {t('app.failure.retry')}
          </Button>
        }
      />
    </div>
  );
}
