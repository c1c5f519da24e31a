import type { Job } from '../../../api/wire.js';
import { ConfirmMutation } from '../../../components/confirm-mutation.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { askOperator, useOperatorChange } from '../operator-api.js';

export type Verb = 'retry' | 'discard';

interface DecideJobsProps {
  readonly verb: Verb;
  readonly jobs: readonly Job[];
  readonly onClose: () => void;
}

/** Those that were seen, and none that was given up since. */
export function DecideJobs({ verb, jobs, onClose }: DecideJobsProps) {
  const { t } = useI18n();
  const count = { jobs: jobs.length };
  const change = useOperatorChange(
    () => askOperator('POST', `jobs/${verb}`, { ids: jobs.map(({ id }) => id) }),
    {
      said: () => t(verb === 'retry' ? 'app.operator.jobs.retried' : 'app.operator.jobs.discarded', count),
      onDone: onClose,
    },
  );
  return (
    <ConfirmMutation
      title={t(`app.operator.jobs.${verb}Title`, count)}
      text={t(`app.operator.jobs.${verb}Text`)}
      action={t(`app.operator.jobs.${verb}`)}
      mutation={change}
      onClose={onClose}
    />
  );
}
