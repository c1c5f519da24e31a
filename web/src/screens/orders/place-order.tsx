import type { Order } from '@regrove/sdk';
import { useScope } from '../../api/scope.js';
import { useChange } from '../../api/use-change.js';
import { ConfirmChange } from '../../parts/confirm-change.js';
import { useMoney } from '../../parts/use-money.js';
import { useWords } from '../../words/words.js';
import { touchedByOffsets } from '../offsets/touched-by-offsets.js';

interface PlaceOrderProps {
  readonly order: Order;
  readonly onClose: () => void;
}

/** Says what is bought and for how much before it is. */
export function PlaceOrder({ order, onClose }: PlaceOrderProps) {
  const { say } = useWords();
  const { client } = useScope();
  const money = useMoney();
  const placing = useChange((_: undefined, once) => client.orders.place(order.id, once), {
    said: say('app.orders.placed'),
    touches: touchedByOffsets,
    onDone: onClose,
  });
  const { trees, mtco2e: tonnes } = order;
  const bought = [
    trees > 0 && say('app.amount.trees', { trees }),
    tonnes > 0 && say('app.amount.tonnes', { tonnes }),
  ].filter((one) => one !== false);
  return (
    <ConfirmChange
      title={say('app.orders.placeTitle')}
      text={say('app.orders.placeText', { bought: bought.join(' + '), price: money(order.price) })}
      action={say('app.orders.place')}
      change={placing}
      onClose={onClose}
    />
  );
}
