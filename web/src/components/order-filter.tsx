import { Anchor, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { screenPath, useScope } from '../api/scope.js';
import { useI18n, type MessageKey } from '../i18n/use-i18n.js';

interface OrderFilterProps {
  readonly order: string | undefined;
  /** The path and the label of the unfiltered list. */
  readonly screen: string;
  readonly all: MessageKey;
}

/** Tells that a list is filtered by an order, with links to the order and to the whole list. */
export function OrderFilter({ order, screen, all }: OrderFilterProps) {
  const { t } = useI18n();
  const { account } = useScope();
  if (order === undefined) return null;
  return (
    <Group gap="xs" mb="lg">
      <span>{t('app.offsets.ofOrder')}</span>
      <Anchor component={Link} underline="always" to={screenPath(account.id, `orders/${order}`)}>
        {t('app.carbonOffsets.order')}
      </Anchor>
      <Anchor component={Link} underline="always" to={screenPath(account.id, screen)}>
        {t(all)}
      </Anchor>
    </Group>
  );
}
