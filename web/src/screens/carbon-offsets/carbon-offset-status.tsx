import type { CarbonOffset } from '@regrove/sdk';
import { StatusBadge } from '../../components/status-badge.js';
import { useI18n, type MessageKey } from '../../i18n/use-i18n.js';

export const statusLabels: Readonly<Record<CarbonOffset['status'], MessageKey>> = {
  processing: 'app.carbonOffsets.waiting',
  fulfilled: 'app.carbonOffsets.fulfilled',
};

export function CarbonOffsetStatus({ offset: { status } }: { readonly offset: CarbonOffset }) {
  const { t } = useI18n();
  return (
    <StatusBadge tone={status === 'processing' ? 'quiet' : 'good'}>{t(statusLabels[status])}</StatusBadge>
  );
}
