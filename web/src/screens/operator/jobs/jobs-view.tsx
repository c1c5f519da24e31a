import { Skeleton } from '@mantine/core';
import type { Job } from '../../../api/wire.js';
import { Failure } from '../../../parts/failure.js';
import { ScreenHead } from '../../../parts/screen-head.js';
import { useWords } from '../../../words/words.js';
import { useOperatorData } from '../operator-api.js';
import rows from '../rows.module.css';
import { GivenUp } from './given-up.js';
import { Queue } from './queue.js';

const againMs = 5000;

export function View() {
  const { say } = useWords();
  return (
    <>
      <ScreenHead title={say('app.operator.jobs.title')} intro={say('app.operator.jobs.intro')} />
      <Jobs />
    </>
  );
}

function Jobs() {
  const all = useOperatorData<Job[]>('jobs', againMs);
  const failed = useOperatorData<Job[]>('jobs?state=failed', againMs);
  const error = all.error ?? failed.error;
  if (all.data && failed.data)
    return (
      <div className={rows['sheets']}>
        <GivenUp jobs={failed.data} />
        <Queue jobs={all.data.filter(({ state }) => state !== 'failed')} />
      </div>
    );
  if (error) return <Failure error={error} retry={() => Promise.all([all.refetch(), failed.refetch()])} />;
  return <Skeleton height="20rem" radius="lg" />;
}
