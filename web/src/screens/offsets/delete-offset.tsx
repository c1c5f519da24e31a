import { useScope } from '../../api/scope.js';
import { useAccountMutation } from '../../api/use-account-mutation.js';
import type { ListedOffset } from '../../api/wire.js';
import { ConfirmMutation } from '../../components/confirm-mutation.js';
import { useI18n, type MessageKey } from '../../i18n/use-i18n.js';
import { queriesWithOffsets } from './queries-with-offsets.js';

interface DeleteOffsetProps {
  readonly offset: ListedOffset;
  readonly onClose: () => void;
}

/** What happens to the order, quote or month that the offset came from. */
function aftermathOf(offset: ListedOffset): MessageKey | undefined {
  if (offset.settled_month) return 'app.offsets.deleteFromMonthEnd';
  if (offset.order_id) return 'app.offsets.deleteFromOrder';
  return offset.quote_id ? 'app.offsets.deleteFromQuote' : undefined;
}

export function DeleteOffset({ offset, onClose }: DeleteOffsetProps) {
  const { t, day } = useI18n();
  const { client } = useScope();
  const removal = useAccountMutation(() => client.offsets.delete(offset.id), {
    successMessage: t('app.offsets.deleted'),
    invalidates: queriesWithOffsets,
    onSuccess: onClose,
  });
  const aftermath = aftermathOf(offset);
  return (
    <ConfirmMutation
      title={t('app.offsets.deleteTitle')}
      text={t('app.offsets.deleteText', {
        date: day(offset.date),
        trees: t('app.amount.trees', { trees: offset.trees }),
      })}
      more={aftermath && t(aftermath)}
      action={t('app.delete')}
      mutation={removal}
      onClose={onClose}
    />
  );
}
