import { appList } from '../../../api/app-request.js';
import { usePagedList } from '../../../api/use-paged-list.js';
import type { ListedInvoice } from '../../../api/wire.js';
import { EmptyState } from '../../../components/empty-state.js';
import { ExportMenu } from '../../../components/export-menu.js';
import { PagedList } from '../../../components/paged-list.js';
import { ScreenHeader } from '../../../components/screen-header.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { operatorKey } from '../operator-api.js';
import rows from '../rows.module.css';
import { PaymentRow } from './payment-row.js';

export function View() {
  const { t } = useI18n();
  const pages = usePagedList(operatorKey('invoices'), appList<ListedInvoice>('operator/invoices'));
  return (
    <>
      <ScreenHeader
        title={t('app.operator.payments.title')}
        intro={t('app.operator.payments.intro')}
        actions={<ExportMenu address="operator/exports/invoices" />}
      />
      <PagedList
        pages={pages}
        empty={<EmptyState title={t('app.invoices.emptyTitle')} text={t('app.invoices.emptyText')} />}
      >
        {(items) => (
          <ul className={rows['list']}>
            {items.map((invoice) => (
              <PaymentRow key={invoice.id} invoice={invoice} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}
