import type { ImportedCredits } from '../../../api/wire.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { CsvDialog } from '../csv-dialog.js';
import { operatorRequest, useOperatorMutation } from '../operator-api.js';

const columns = 'project,serial,vintage_start,vintage_end,tonnes';
const qualities = 'type,standard,registry,country,ccp,corresponding_adjustment,registry_url';

export function ImportCredits({ onClose }: { readonly onClose: () => void }) {
  const { t } = useI18n();
  const change = useOperatorMutation(
    (csv: string) => operatorRequest<ImportedCredits>('POST', 'carbon-lots', { csv }),
    {
      successMessage: ({ lots, tonnes }) => t('app.operator.credits.imported', { lots, tonnes }),
      onSuccess: onClose,
    },
  );
  return (
    <CsvDialog
      title={t('app.operator.credits.import')}
      action={t('app.operator.credits.importAction')}
      text={t('app.operator.credits.importText')}
      columns={columns}
      optional={{ text: t('app.operator.credits.optional'), columns: qualities }}
      error={change.error}
      isBusy={change.isPending}
      onSubmit={(csv) => change.mutate(csv)}
      onClose={onClose}
    />
  );
}
