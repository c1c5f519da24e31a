import { Button } from '@mantine/core';
import { useExplain } from '../api/explain.js';
import { useWords } from '../words/words.js';
import { Empty } from './empty.js';

/** Where something could not be loaded. */
export function Failure({ error, retry }: { readonly error: unknown; readonly retry: () => unknown }) {
  const { say } = useWords();
  const explain = useExplain();
  return (
    <div role="alert">
      <Empty
        title={say('app.failure.title')}
        text={explain(error)}
        action={
          <Button variant="default" onClick={() => void retry()}>
            {say('app.failure.retry')}
          </Button>
        }
      />
    </div>
  );
}
