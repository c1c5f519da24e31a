import { Badge } from '@mantine/core';
import type { CarbonOffset } from '@regrove/sdk';
import { useI18n, type MessageKey } from '../../i18n/use-i18n.js';

export const statusLabels: Readonly<Record<CarbonOffset['status'], MessageKey>> = {
  processing: 'app.carbonOffsets.waiting',
  fulfilled: 'app.carbonOffsets.fulfilled',
};

export function CarbonOffsetStatus({ offset: { status } }: { readonly offset: CarbonOffset }) {
  const { t } = useI18n();
  return (
    <Badge variant="light" {...(status === 'processing' && { color: 'gray' })}>
      {t(statusLabels[status])}
    </Badge>
  );
}
