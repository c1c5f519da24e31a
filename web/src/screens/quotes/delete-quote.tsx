import { useNavigate } from '@tanstack/react-router';
import type { Quote } from '@regrove/sdk';
import { pathTo, useScope } from '../../api/scope.js';
import { useChange } from '../../api/use-change.js';
import { ConfirmChange } from '../../parts/confirm-change.js';
import { useWords } from '../../words/words.js';

interface DeleteQuoteProps {
  readonly quote: Quote;
  readonly onClose: () => void;
}

export function DeleteQuote({ quote, onClose }: DeleteQuoteProps) {
  const { say, day } = useWords();
  const { account, client } = useScope();
  const navigate = useNavigate();
  const removal = useChange(() => client.quotes.delete(quote.id), {
    said: say('app.quotes.deleted'),
    touches: ['quotes'],
    onDone: () => navigate({ to: pathTo(account.id, 'quotes'), replace: true }),
  });
  return (
    <ConfirmChange
      title={say('app.quotes.deleteTitle')}
      text={say('app.quotes.deleteText', { date: day(quote.created_at) })}
      action={say('app.delete')}
      change={removal}
      onClose={onClose}
    />
  );
}
