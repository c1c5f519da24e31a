import type { Quote } from '@regrove/sdk';
import { useScope } from '../../api/scope.js';
import { useChange } from '../../api/use-change.js';
import { useProjectName } from '../../api/use-projects.js';
import { ConfirmChange } from '../../components/confirm-change.js';
import { useMoney } from '../../components/use-money.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { touchedByOffsets } from '../offsets/touched-by-offsets.js';

interface ExecuteQuoteProps {
  readonly quote: Quote;
  readonly onClose: () => void;
}

/** Turns the quote into trees, once one knows what that costs. */
export function ExecuteQuote({ quote, onClose }: ExecuteQuoteProps) {
  const { t } = useI18n();
  const { client } = useScope();
  const money = useMoney();
  const projectName = useProjectName();
  const execution = useChange((_: undefined, once) => client.offsets.create({ quote_id: quote.id }, once), {
    said: t('app.offsets.created'),
    touches: touchedByOffsets,
    onDone: onClose,
  });
  return (
    <ConfirmChange
      title={t('app.quotes.executeTitle')}
      text={t('app.quotes.executeText', {
        trees: t('app.amount.trees', { trees: quote.trees }),
        project: projectName(quote.project_id),
        price: money(quote.price),
      })}
      action={t('app.quotes.execute')}
      change={execution}
      onClose={onClose}
    />
  );
}
