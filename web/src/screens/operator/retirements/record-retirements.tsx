import type { RecordedRetirements } from '../../../api/wire.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { CsvDialog } from '../csv-dialog.js';
import { operatorRequest, useOperatorMutation } from '../operator-api.js';

export function RecordRetirements({ onClose }: { readonly onClose: () => void }) {
  const { t } = useI18n();
  const change = useOperatorMutation(
    (csv: string) => operatorRequest<RecordedRetirements>('POST', 'carbon-retirements', { csv }),
    {
      successMessage: ({ retired, tonnes }) =>
        t('app.operator.retirements.recorded', { count: retired, tonnes }),
      onSuccess: onClose,
    },
  );
  return (
    <CsvDialog
      title={t('app.operator.retirements.record')}
      action={t('app.operator.retirements.recordAction')}
      text={t('app.operator.retirements.recordText')}
      columns="serial,retired_on,registry_url"
      error={change.error}
      isBusy={change.isPending}
      onSubmit={(csv) => change.mutate(csv)}
      onClose={onClose}
    />
  );
}
