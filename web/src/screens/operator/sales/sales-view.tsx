import { useI18n } from '../../../i18n/use-i18n.js';
import { Sales } from '../../sales/sales.js';
import { operatorKey } from '../operator-api.js';

/** The invoices of all accounts, month by month. */
export function View() {
  const { t } = useI18n();
  return (
    <Sales
      intro={t('app.sales.introAll')}
      emptyText={t('app.invoices.emptyText')}
      endpoint={(path) => `operator/${path}`}
      queryKey={(...more) => operatorKey('sales', ...more)}
    />
  );
}
