import { useNavigate } from '@tanstack/react-router';
import type { Quote } from '@regrove/sdk';
import { screenPath, useScope } from '../../api/scope.js';
import { useAccountMutation } from '../../api/use-account-mutation.js';
import { ConfirmMutation } from '../../components/confirm-mutation.js';
import { useI18n } from '../../i18n/use-i18n.js';

interface DeleteQuoteProps {
  readonly quote: Quote;
  readonly onClose: () => void;
}

export function DeleteQuote({ quote, onClose }: DeleteQuoteProps) {
  const { t, day } = useI18n();
  const { account, client } = useScope();
  const navigate = useNavigate();
  const removal = useAccountMutation(() => client.quotes.delete(quote.id), {
    successMessage: t('app.quotes.deleted'),
    invalidates: ['quotes'],
    onSuccess: () => navigate({ to: screenPath(account.id, 'quotes'), replace: true }),
  });
  return (
    <ConfirmMutation
      title={t('app.quotes.deleteTitle')}
      text={t('app.quotes.deleteText', { date: day(quote.created_at) })}
      action={t('app.delete')}
      mutation={removal}
      onClose={onClose}
    />
  );
}
