import type { ListedInvoice } from '../../../api/wire.js';
import { ConfirmMutation } from '../../../components/confirm-mutation.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { operatorRequest, useOperatorMutation } from '../operator-api.js';

interface UndoPaidProps {
  readonly invoice: ListedInvoice;
  readonly onClose: () => void;
}

export function UndoPaid({ invoice: { id, number }, onClose }: UndoPaidProps) {
  const { t } = useI18n();
  const undoing = useOperatorMutation(
    () => operatorRequest<ListedInvoice>('DELETE', `invoices/${id}/payment`),
    { successMessage: () => t('app.operator.payments.undone', { number }), onSuccess: onClose },
  );
  return (
    <ConfirmMutation
      title={t('app.operator.payments.undoOf', { number })}
      text={t('app.operator.payments.undoText')}
      action={t('app.operator.payments.undo')}
      mutation={undoing}
      onClose={onClose}
    />
  );
}
