import { Skeleton, Stack } from '@mantine/core';
import { useI18n } from '../i18n/use-i18n.js';

export function ScreenSkeleton() {
  const { t } = useI18n();
  return (
    <Stack gap="xl" aria-busy="true" aria-label={t('app.loading')} role="status">
      <Skeleton height="2.25rem" width="14rem" />
      <Skeleton height="9rem" radius="lg" />
      <Skeleton height="18rem" radius="lg" />
    </Stack>
  );
}
