import type { Order } from '@regrove/sdk';
import { useScope } from '../../api/scope.js';
import { useChange } from '../../api/use-change.js';
import { ConfirmChange } from '../../components/confirm-change.js';
import { useI18n } from '../../i18n/use-i18n.js';

interface DeleteOrderProps {
  readonly order: Order;
  readonly onClose: () => void;
  readonly onDeleted: () => unknown;
}

export function DeleteOrder({ order, onClose, onDeleted }: DeleteOrderProps) {
  const { t, day } = useI18n();
  const { client } = useScope();
  const removal = useChange(() => client.orders.delete(order.id), {
    said: t('app.orders.deleted'),
    touches: ['orders'],
    onDone: onDeleted,
  });
  return (
    <ConfirmChange
      title={t('app.orders.deleteTitle')}
      text={t('app.orders.deleteText', { date: day(order.created_at) })}
      action={t('app.delete')}
      change={removal}
      onClose={onClose}
    />
  );
}
