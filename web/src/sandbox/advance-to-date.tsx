import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '../components/form-dialog.js';
import { useServerFieldError } from '../components/use-server-field-error.js';
import { useI18n } from '../i18n/use-i18n.js';
import type { CurrentSandbox } from '../session/use-sandbox.js';
import { choosableDays, maxMonths, firstOfNextMonth, noonOf } from './steps.js';

interface AdvanceToDateProps {
  readonly sandbox: CurrentSandbox;
  readonly onClose: () => void;
}

export function AdvanceToDate({ sandbox, onClose }: AdvanceToDateProps) {
  const { t } = useI18n();
  const now = new Date(sandbox.now);
  const { first, last } = choosableDays(now);
  const form = useForm({ initialValues: { day: firstOfNextMonth(now).toISOString().slice(0, 10) } });
  const advance = useMutation({
    mutationFn: ({ day }: { readonly day: string }) => sandbox.advance(noonOf(day)),
    onSuccess: onClose,
  });
  const error = useServerFieldError(form, advance.error, { to: 'day' });
  return (
    <FormDialog
      title={t('app.sandbox.chooseTitle')}
      action={t('app.sandbox.advance')}
      error={error}
      isBusy={advance.isPending}
      isReady={form.values.day !== ''}
      onSubmit={form.onSubmit((values) => advance.mutate(values))}
      onClose={onClose}
    >
      <TextInput
        {...form.getInputProps('day')}
        data-autofocus
        type="date"
        min={first}
        max={last}
        label={t('app.date')}
        description={t('app.sandbox.chooseHint', { months: maxMonths })}
      />
    </FormDialog>
  );
}
