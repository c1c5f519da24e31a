import { BadRequestError, type Deposit } from '@regrove/sdk';
import { useScope } from '../../api/scope.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { useDepositMutation } from './use-deposit-mutation.js';

interface DeleteDepositProps {
  readonly deposit: Deposit;
  readonly onClose: () => void;
}

/** The month-end close may have included it just now. Then the request fails, and the message suggests a correction. */
export function DeleteDeposit({ deposit, onClose }: DeleteDepositProps) {
  const { t, day } = useI18n();
  const { client } = useScope();
  const removal = useDepositMutation(() => client.deposits.delete(deposit.id), {
    successMessage: t('app.deposits.deleted'),
    onSuccess: onClose,
  });
  const { error } = removal;
  return (
    <ConfirmDialog
      title={t('app.deposits.deleteTitle')}
      text={t('app.deposits.deleteText', { pages: deposit.pages, date: day(deposit.date) })}
      action={t('app.delete')}
      error={error instanceof BadRequestError ? t('app.deposits.locked') : error}
      isBusy={removal.isPending}
      onConfirm={() => removal.mutate(undefined)}
      onClose={onClose}
    />
  );
}
