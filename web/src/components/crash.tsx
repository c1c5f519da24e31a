import { Button } from '@mantine/core';
import { useI18n } from '../i18n/use-i18n.js';
import { Empty } from './empty.js';

/** A screen that failed; the rest of the app goes on. */
export function Crash({ reset }: { readonly reset: () => void }) {
  const { t } = useI18n();
  return (
    <div role="alert">
      <Empty
        order={1}
        title={t('app.crash.title')}
        text={t('app.crash.text')}
        action={
          <Button variant="default" onClick={reset}>
            {t('app.failure.retry')}
          </Button>
        }
      />
    </div>
  );
}
