import { Text } from '@mantine/core';
import { useState } from 'react';
import type { Jobs } from '../../../api/wire.js';
import { Pill } from '../../../parts/pill.js';
import { Sheet } from '../../../parts/sheet.js';
import { useWords } from '../../../words/words.js';
import rows from '../rows.module.css';
import { JobWords } from './job-words.js';
import { ListEnd } from './list-end.js';

const atOnce = 20;

/** What runs, and what is about to. */
export function Queue({ total, jobs }: Jobs) {
  const { say } = useWords();
  const [shown, setShown] = useState(atOnce);
  return (
    <Sheet title={say('app.operator.jobs.queue')}>
      {jobs.length === 0 && <Text c="dimmed">{say('app.operator.jobs.noneQueued')}</Text>}
      <ul className={rows['list']}>
        {jobs.slice(0, shown).map((job) => (
          <li key={job.id} className={rows['row']}>
            <div className={rows['words']}>
              <JobWords job={job} />
            </div>
            <Pill tone={job.state === 'running' ? 'busy' : 'quiet'}>
              {say(job.state === 'running' ? 'app.operator.jobs.running' : 'app.operator.jobs.waiting')}
            </Pill>
          </li>
        ))}
      </ul>
      <ListEnd total={total} jobs={jobs} shown={shown} onMore={() => setShown(shown + atOnce)} />
    </Sheet>
  );
}
