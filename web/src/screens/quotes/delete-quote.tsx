import { useNavigate } from '@tanstack/react-router';
import type { Quote } from '@regrove/sdk';
import { pathTo, useScope } from '../../api/scope.js';
import { useChange } from '../../api/use-change.js';
import { ConfirmChange } from '../../components/confirm-change.js';
import { useI18n } from '../../i18n/use-i18n.js';

interface DeleteQuoteProps {
  readonly quote: Quote;
  readonly onClose: () => void;
}

export function DeleteQuote({ quote, onClose }: DeleteQuoteProps) {
  const { t, day } = useI18n();
  const { account, client } = useScope();
  const navigate = useNavigate();
  const removal = useChange(() => client.quotes.delete(quote.id), {
    said: t('app.quotes.deleted'),
    touches: ['quotes'],
    onDone: () => navigate({ to: pathTo(account.id, 'quotes'), replace: true }),
  });
  return (
    <ConfirmChange
      title={t('app.quotes.deleteTitle')}
      text={t('app.quotes.deleteText', { date: day(quote.created_at) })}
      action={t('app.delete')}
      change={removal}
      onClose={onClose}
    />
  );
}
