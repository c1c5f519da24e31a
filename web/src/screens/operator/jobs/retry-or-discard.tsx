import type { Job } from '../../../api/wire.js';
import { ConfirmMutation } from '../../../components/confirm-mutation.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { operatorRequest, useOperatorMutation } from '../operator-api.js';

export type Verb = 'retry' | 'discard';

interface RetryOrDiscardProps {
  readonly verb: Verb;
  readonly jobs: readonly Job[];
  readonly onClose: () => void;
}

/** Sends ids, so that jobs that have failed since are not affected. */
export function RetryOrDiscard({ verb, jobs, onClose }: RetryOrDiscardProps) {
  const { t } = useI18n();
  const count = { jobs: jobs.length };
  const change = useOperatorMutation(
    () => operatorRequest('POST', `jobs/${verb}`, { ids: jobs.map(({ id }) => id) }),
    {
      successMessage: () =>
        t(verb === 'retry' ? 'app.operator.jobs.retried' : 'app.operator.jobs.discarded', count),
      onSuccess: onClose,
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
