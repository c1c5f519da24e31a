import { accountEndpoint } from '../../api/app-request.js';
import { accountKey, useScope } from '../../api/scope.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { Sales } from './sales.js';

/** The invoices of all accounts below, month by month. */
export function View() {
  const { t } = useI18n();
  const { account } = useScope();
  return (
    <Sales
      intro={t('app.sales.intro')}
      emptyText={t('app.sales.emptyText')}
      endpoint={(path) => accountEndpoint(account, path)}
      queryKey={(...more) => accountKey(account.id, 'sales', ...more)}
      isInReach
    />
  );
}
