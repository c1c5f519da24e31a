import { Text } from '@mantine/core';
import type { Jobs } from '../../../api/wire.js';
import { More } from '../../../parts/more.js';
import { useWords } from '../../../words/words.js';

interface ListEndProps extends Jobs {
  readonly shown: number;
  readonly onMore: () => void;
}

/** Goes on as far as jobs are listed, and says so where there are still more. */
export function ListEnd({ total, jobs, shown, onMore }: ListEndProps) {
  const { say } = useWords();
  return (
    <>
      {total > jobs.length && (
        <Text c="dimmed" mt="md">
          {say('app.operator.jobs.firstOf', { listed: jobs.length, total })}
        </Text>
      )}
      <More hasMore={jobs.length > shown} isBusy={false} onMore={onMore} />
    </>
  );
}
