import { Button } from '@mantine/core';
import { useWords } from '../words/words.js';
import { Empty } from './empty.js';

/** A screen that failed; the rest of the app goes on. */
export function Crash({ reset }: { readonly reset: () => void }) {
  const { say } = useWords();
  return (
    <div role="alert">
      <Empty
        order={1}
        title={say('app.crash.title')}
        text={say('app.crash.text')}
        action={
          <Button variant="default" onClick={reset}>
            {say('app.failure.retry')}
          </Button>
        }
      />
    </div>
  );
}
