import type { Order } from '@regrove/sdk';
import { StatusBadge } from '../../components/status-badge.js';
import { useI18n, type MessageKey } from '../../i18n/use-i18n.js';

export const statusLabels: Readonly<Record<Order['status'], MessageKey>> = {
  draft: 'app.orders.draft',
  placed: 'app.orders.placedState',
};

export function OrderStatus({ order: { status } }: { readonly order: Order }) {
  const { t } = useI18n();
  return <StatusBadge tone={status === 'draft' ? 'quiet' : 'good'}>{t(statusLabels[status])}</StatusBadge>;
}
