import type { Order } from '@regrove/sdk';
import { useScope } from '../../api/scope.js';
import { useAccountMutation } from '../../api/use-account-mutation.js';
import { ConfirmMutation } from '../../components/confirm-mutation.js';
import { useI18n } from '../../i18n/use-i18n.js';

interface DeleteOrderProps {
  readonly order: Order;
  readonly onClose: () => void;
  readonly onDeleted: () => unknown;
}

export function DeleteOrder({ order, onClose, onDeleted }: DeleteOrderProps) {
  const { t, day } = useI18n();
  const { client } = useScope();
  const removal = useAccountMutation(() => client.orders.delete(order.id), {
    successMessage: t('app.orders.deleted'),
    invalidates: ['orders'],
    onSuccess: onDeleted,
  });
  return (
    <ConfirmMutation
      title={t('app.orders.deleteTitle')}
      text={t('app.orders.deleteText', { date: day(order.created_at) })}
      action={t('app.delete')}
      mutation={removal}
      onClose={onClose}
    />
  );
}
