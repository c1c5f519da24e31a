import { Anchor, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { pathTo, useScope } from '../api/scope.js';
import { useWords, type MessageKey } from '../words/words.js';

interface OrderFilterProps {
  readonly order: string | undefined;
  /** The whole list: its address, and what leads to it. */
  readonly screen: string;
  readonly all: MessageKey;
}

/** Says that a list shows but what came from an order, and leads to the order and to all. */
export function OrderFilter({ order, screen, all }: OrderFilterProps) {
  const { say } = useWords();
  const { account } = useScope();
  if (order === undefined) return null;
  return (
    <Group gap="xs" mb="lg">
      <span>{say('app.offsets.ofOrder')}</span>
      <Anchor component={Link} underline="always" to={pathTo(account.id, `orders/${order}`)}>
        {say('app.carbonOffsets.order')}
      </Anchor>
      <Anchor component={Link} underline="always" to={pathTo(account.id, screen)}>
        {say(all)}
      </Anchor>
    </Group>
  );
}
