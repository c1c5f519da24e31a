import type { Order } from '@regrove/sdk';
import { useScope } from '../../api/scope.js';
import { useChange } from '../../api/use-change.js';
import { ConfirmChange } from '../../parts/confirm-change.js';
import { useWords } from '../../words/words.js';

interface DeleteOrderProps {
  readonly order: Order;
  readonly onClose: () => void;
  readonly onDeleted: () => unknown;
}

export function DeleteOrder({ order, onClose, onDeleted }: DeleteOrderProps) {
  const { say, day } = useWords();
  const { client } = useScope();
  const removal = useChange(() => client.orders.delete(order.id), {
    said: say('app.orders.deleted'),
    touches: ['orders'],
    onDone: onDeleted,
  });
  return (
    <ConfirmChange
      title={say('app.orders.deleteTitle')}
      text={say('app.orders.deleteText', { date: day(order.created_at) })}
      action={say('app.delete')}
      change={removal}
      onClose={onClose}
    />
  );
}
