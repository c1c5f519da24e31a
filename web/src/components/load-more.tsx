import { Button, Loader } from '@mantine/core';
import { useI18n } from '../i18n/use-i18n.js';
import { ErrorText } from './error-text.js';
import classes from './load-more.module.css';

interface LoadMoreProps {
  readonly hasMore: boolean;
  readonly isBusy: boolean;
  /** Of the last request for more. */
  readonly error?: unknown;
  readonly onMore: () => unknown;
}

export function LoadMore({ hasMore, isBusy, error, onMore }: LoadMoreProps) {
  const { t } = useI18n();
  if (!hasMore) return null;
  return (
    <div className={classes['more']}>
      <ErrorText error={error} />
      {/* A disabled button would lose the focus. */}
      <Button
        variant="default"
        leftSection={isBusy && <Loader size="xs" aria-hidden="true" />}
        aria-disabled={isBusy}
        aria-busy={isBusy}
        onClick={() => {
          if (!isBusy) void onMore();
        }}
      >
        {t(error ? 'app.error.retry' : 'app.more')}
      </Button>
    </div>
  );
}
