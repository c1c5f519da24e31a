import { NumberInput, Text } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { reasonOf, useReasonText } from '../../api/reason.js';
import { useScope } from '../../api/scope.js';
import type { ListedDeposit } from '../../api/wire.js';
import { FormDialog } from '../../components/form-dialog.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { useDepositMutation } from './use-deposit-mutation.js';

interface AdjustDepositProps {
  readonly deposit: ListedDeposit;
  readonly onClose: () => void;
}

/** A deposit is never changed: the difference becomes another deposit. */
export function AdjustDeposit({ deposit, onClose }: AdjustDepositProps) {
  const { t, day } = useI18n();
  const { client } = useScope();
  const { reasonText } = useReasonText();
  const [correctPages, setCorrectPages] = useState<number | string>(deposit.pages);
  const { width, length, gsm, date } = deposit;
  const difference = typeof correctPages === 'number' ? correctPages - deposit.pages : 0;
  const adjustment = useDepositMutation(
    (pages: number, once) => client.deposits.create({ pages, width, length, gsm, date }, once),
    { successMessage: t('app.deposits.adjusted'), onSuccess: onClose },
  );
  const reason = reasonOf(adjustment.error);
  // All other fields are copied from the deposit.
  const wrong = reason?.field === 'pages' ? reasonText(reason) : undefined;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (difference !== 0) adjustment.mutate(difference);
  };
  return (
    <FormDialog
      title={t('app.deposits.adjustTitle')}
      action={t('app.deposits.adjust')}
      error={wrong === undefined && adjustment.error}
      isBusy={adjustment.isPending}
      isReady={difference !== 0}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text>{t('app.deposits.adjustText', { pages: deposit.pages, date: day(date) })}</Text>
      {deposit.is_locked && <Text>{t('app.deposits.adjustLocked')}</Text>}
      <NumberInput
        data-autofocus
        label={t('app.deposits.correctPages')}
        value={correctPages}
        onChange={setCorrectPages}
        error={wrong}
        allowDecimal={false}
      />
      {difference !== 0 && (
        <Text c="dimmed" size="sm" aria-live="polite">
          {t('app.deposits.difference', { pages: difference })}
        </Text>
      )}
    </FormDialog>
  );
}
