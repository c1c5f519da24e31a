import type { Job } from '../../../api/wire.js';
import { ConfirmChange } from '../../../parts/confirm-change.js';
import { useWords } from '../../../words/words.js';
import { askOperator, useOperatorChange } from '../operator-api.js';

export type Verb = 'retry' | 'discard';

interface DecideJobsProps {
  readonly verb: Verb;
  readonly jobs: readonly Job[];
  readonly onClose: () => void;
}

/** Those that were seen, and none that was given up since. */
export function DecideJobs({ verb, jobs, onClose }: DecideJobsProps) {
  const { say } = useWords();
  const count = { jobs: jobs.length };
  const change = useOperatorChange(
    () => askOperator('POST', `jobs/${verb}`, { ids: jobs.map(({ id }) => id) }),
    {
      said: () => say(verb === 'retry' ? 'app.operator.jobs.retried' : 'app.operator.jobs.discarded', count),
      onDone: onClose,
    },
  );
  return (
    <ConfirmChange
      title={say(`app.operator.jobs.${verb}Title`, count)}
      text={say(`app.operator.jobs.${verb}Text`)}
      action={say(`app.operator.jobs.${verb}`)}
      change={change}
      onClose={onClose}
    />
  );
}
