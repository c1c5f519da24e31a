import { Button, Loader } from '@mantine/core';
import { useWords } from '../words/words.js';
import classes from './more.module.css';

interface MoreProps {
  readonly hasMore: boolean;
  readonly isBusy: boolean;
  readonly onMore: () => unknown;
}

/** The end of a list that goes on. */
export function More({ hasMore, isBusy, onMore }: MoreProps) {
  const { say } = useWords();
  if (!hasMore) return null;
  return (
    <div className={classes['more']}>
      {/* Not disabled while it is busy, as it would lose the focus. */}
      <Button
        variant="default"
        leftSection={isBusy && <Loader size="xs" aria-hidden="true" />}
        aria-disabled={isBusy}
        aria-busy={isBusy}
        onClick={() => {
          if (!isBusy) void onMore();
        }}
      >
        {say('app.more')}
      </Button>
    </div>
  );
}
