import type { Order } from '@regrove/sdk';
import { useScope } from '../../api/scope.js';
import { useChange } from '../../api/use-change.js';
import { ConfirmChange } from '../../components/confirm-change.js';
import { useMoney } from '../../components/use-money.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { touchedByOffsets } from '../offsets/touched-by-offsets.js';

interface PlaceOrderProps {
  readonly order: Order;
  readonly onClose: () => void;
}

/** Says what is bought and for how much before it is. */
export function PlaceOrder({ order, onClose }: PlaceOrderProps) {
  const { t } = useI18n();
  const { client } = useScope();
  const money = useMoney();
  const placing = useChange((_: undefined, once) => client.orders.place(order.id, once), {
    said: t('app.orders.placed'),
    touches: touchedByOffsets,
    onDone: onClose,
  });
  const { trees, mtco2e: tonnes } = order;
  const bought = [
    trees > 0 && t('app.amount.trees', { trees }),
    tonnes > 0 && t('app.amount.tonnes', { tonnes }),
  ].filter((one) => one !== false);
  return (
    <ConfirmChange
      title={t('app.orders.placeTitle')}
      text={t('app.orders.placeText', { bought: bought.join(' + '), price: money(order.price) })}
      action={t('app.orders.place')}
      change={placing}
      onClose={onClose}
    />
  );
}
