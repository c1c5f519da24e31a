import type { Order } from '@regrove/sdk';
import { useScope } from '../../api/scope.js';
import { useAccountMutation } from '../../api/use-account-mutation.js';
import { ConfirmMutation } from '../../components/confirm-mutation.js';
import { useFormatMoney } from '../../components/use-format-money.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { queriesWithOffsets } from '../offsets/queries-with-offsets.js';

interface PlaceOrderProps {
  readonly order: Order;
  readonly onClose: () => void;
}

export function PlaceOrder({ order, onClose }: PlaceOrderProps) {
  const { t } = useI18n();
  const { client } = useScope();
  const money = useFormatMoney();
  const placing = useAccountMutation((_: undefined, once) => client.orders.place(order.id, once), {
    successMessage: t('app.orders.placed'),
    invalidates: queriesWithOffsets,
    onSuccess: onClose,
  });
  const { trees, mtco2e: tonnes } = order;
  const bought = [
    trees > 0 && t('app.amount.trees', { trees }),
    tonnes > 0 && t('app.amount.tonnes', { tonnes }),
  ].filter((one) => one !== false);
  return (
    <ConfirmMutation
      title={t('app.orders.placeTitle')}
      text={t('app.orders.placeText', { bought: bought.join(' + '), price: money(order.price) })}
      action={t('app.orders.place')}
      mutation={placing}
      onClose={onClose}
    />
  );
}
