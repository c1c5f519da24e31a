import { useScope } from '../../api/scope.js';
import { useChange } from '../../api/use-change.js';
import type { ListedOffset } from '../../api/wire.js';
import { ConfirmChange } from '../../parts/confirm-change.js';
import { useWords, type MessageKey } from '../../words/words.js';
import { touchedByOffsets } from './touched-by-offsets.js';

interface DeleteOffsetProps {
  readonly offset: ListedOffset;
  readonly onClose: () => void;
}

/** What becomes of that which the offset came from. */
function aftermathOf(offset: ListedOffset): MessageKey | undefined {
  if (offset.settled_month) return 'app.offsets.deleteFromMonthEnd';
  if (offset.order_id) return 'app.offsets.deleteFromOrder';
  return offset.quote_id ? 'app.offsets.deleteFromQuote' : undefined;
}

export function DeleteOffset({ offset, onClose }: DeleteOffsetProps) {
  const { say, day } = useWords();
  const { client } = useScope();
  const removal = useChange(() => client.offsets.delete(offset.id), {
    said: say('app.offsets.deleted'),
    touches: touchedByOffsets,
    onDone: onClose,
  });
  const aftermath = aftermathOf(offset);
  return (
    <ConfirmChange
      title={say('app.offsets.deleteTitle')}
      text={say('app.offsets.deleteText', {
        date: day(offset.date),
        trees: say('app.amount.trees', { trees: offset.trees }),
      })}
      more={aftermath && say(aftermath)}
      action={say('app.delete')}
      change={removal}
      onClose={onClose}
    />
  );
}
