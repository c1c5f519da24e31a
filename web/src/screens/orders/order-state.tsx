import { Badge } from '@mantine/core';
import type { Order } from '@regrove/sdk';
import { useWords, type MessageKey } from '../../words/words.js';

export const stateKeys: Readonly<Record<Order['status'], MessageKey>> = {
  draft: 'app.orders.draft',
  placed: 'app.orders.placedState',
};

export function OrderState({ order: { status } }: { readonly order: Order }) {
  const { say } = useWords();
  return (
    <Badge variant="light" {...(status === 'draft' && { color: 'gray' })}>
      {say(stateKeys[status])}
    </Badge>
  );
}
