import { NumberInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { OperatorAccount } from '../../../api/wire.js';
import { FormDialog } from '../../../components/form-dialog.js';
import { useServerFieldError } from '../../../components/use-server-field-error.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { operatorRequest, useOperatorMutation } from '../operator-api.js';

interface EditRateProps {
  readonly account: OperatorAccount;
  readonly onClose: () => void;
}

/** If empty, the methodology's price applies. */
export function EditRate({ account, onClose }: EditRateProps) {
  const { t } = useI18n();
  const form = useForm<{ rate: number | string }>({ initialValues: { rate: account.rate ?? '' } });
  const change = useOperatorMutation(
    (rate: number | null) => operatorRequest<OperatorAccount>('PATCH', `accounts/${account.id}`, { rate }),
    { successMessage: () => t('app.operator.accounts.rateChanged'), onSuccess: onClose },
  );
  const error = useServerFieldError(form, change.error, { rate: 'rate' });
  return (
    <FormDialog
      title={t('app.operator.accounts.rateTitle', { account: account.display_name })}
      action={t('app.save')}
      error={error}
      isBusy={change.isPending}
      onSubmit={form.onSubmit(({ rate }) => change.mutate(rate === '' ? null : Number(rate)))}
      onClose={onClose}
    >
      <NumberInput
        {...form.getInputProps('rate')}
        data-autofocus
        hideControls
        allowNegative={false}
        decimalScale={10}
        label={t('app.operator.pricePerPage')}
        description={t('app.operator.accounts.rateHint')}
      />
    </FormDialog>
  );
}
