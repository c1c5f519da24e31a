import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ListedInvoice, PaidInvoice } from '../../../api/wire.js';
import { today } from '../../../clock.js';
import { FormDialog } from '../../../components/form-dialog.js';
import { useServerFieldError } from '../../../components/use-server-field-error.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { operatorRequest, useOperatorMutation } from '../operator-api.js';

interface MarkPaidProps {
  readonly invoice: ListedInvoice;
  readonly onClose: () => void;
}

export function MarkPaid({ invoice: { id, number, created_at: issued }, onClose }: MarkPaidProps) {
  const { t } = useI18n();
  const form = useForm({
    initialValues: { day: today() },
    validate: { day: (day) => (day === '' ? t('app.required') : null) },
  });
  const marking = useOperatorMutation(
    ({ day }: typeof form.values) => {
      const body: PaidInvoice = { paid_on: day };
      return operatorRequest<ListedInvoice>('POST', `invoices/${id}/payment`, body);
    },
    { successMessage: () => t('app.operator.payments.done', { number }), onSuccess: onClose },
  );
  const error = useServerFieldError(form, marking.error, { paid_on: 'day' });
  return (
    <FormDialog
      title={t('app.operator.payments.markOf', { number })}
      action={t('app.operator.payments.mark')}
      error={error}
      isBusy={marking.isPending}
      onSubmit={form.onSubmit((fields) => marking.mutate(fields))}
      onClose={onClose}
    >
      <TextInput
        {...form.getInputProps('day')}
        type="date"
        min={issued.slice(0, 10)}
        max={today()}
        label={t('app.operator.payments.day')}
      />
      <Text>{t('app.operator.payments.markText')}</Text>
    </FormDialog>
  );
}
