import type { Quote } from '@regrove/sdk';
import { useScope } from '../../api/scope.js';
import { useAccountMutation } from '../../api/use-account-mutation.js';
import { useProjectName } from '../../api/use-projects.js';
import { ConfirmMutation } from '../../components/confirm-mutation.js';
import { useFormatMoney } from '../../components/use-format-money.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { queriesWithOffsets } from '../offsets/queries-with-offsets.js';

interface ExecuteQuoteProps {
  readonly quote: Quote;
  readonly onClose: () => void;
}

export function ExecuteQuote({ quote, onClose }: ExecuteQuoteProps) {
  const { t } = useI18n();
  const { client } = useScope();
  const money = useFormatMoney();
  const projectName = useProjectName();
  const execution = useAccountMutation(
    (_: undefined, once) => client.offsets.create({ quote_id: quote.id }, once),
    {
      successMessage: t('app.offsets.created'),
      invalidates: queriesWithOffsets,
      onSuccess: onClose,
    },
  );
  return (
    <ConfirmMutation
      title={t('app.quotes.executeTitle')}
      text={t('app.quotes.executeText', {
        trees: t('app.amount.trees', { trees: quote.trees }),
        project: projectName(quote.project_id),
        price: money(quote.price),
      })}
      action={t('app.quotes.execute')}
      mutation={execution}
      onClose={onClose}
    />
  );
}
