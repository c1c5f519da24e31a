import { Badge } from '@mantine/core';
import type { Order } from '@regrove/sdk';
import { useWords } from '../../words/words.js';

export function OrderState({ order }: { readonly order: Order }) {
  const { say } = useWords();
  return order.status === 'placed' ? (
    <Badge variant="light">{say('app.orders.placedState')}</Badge>
  ) : (
    <Badge variant="light" color="gray">
      {say('app.orders.draft')}
    </Badge>
  );
}
