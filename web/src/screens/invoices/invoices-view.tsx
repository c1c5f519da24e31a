import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { appList, accountEndpoint } from '../../api/app-request.js';
import { accountKey, screenPath, useScope } from '../../api/scope.js';
import { usePagedList } from '../../api/use-paged-list.js';
import type { ListedInvoice } from '../../api/wire.js';
import { EmptyState } from '../../components/empty-state.js';
import { PagedList } from '../../components/paged-list.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { TableHead } from '../../components/table-head.js';
import classes from '../../components/table.module.css';
import { useI18n } from '../../i18n/use-i18n.js';
import { DownloadMenu } from './download-menu.js';
import { InvoiceStatus } from './invoice-status.js';

export function View() {
  const { t } = useI18n();
  const { account } = useScope();
  const pages = usePagedList(
    accountKey(account.id, 'invoices'),
    appList<ListedInvoice>(accountEndpoint(account, 'invoices')),
  );
  return (
    <>
      <ScreenHeader
        title={t('app.invoices.title')}
        intro={t('app.invoices.intro')}
        actions={
          pages.items &&
          pages.items.length > 0 && (
            <>
              <Button component={Link} to={screenPath(account.id, 'credit-notes')} variant="default">
                {t('app.invoices.creditNotes')}
              </Button>
              <DownloadMenu />
            </>
          )
        }
      />
      <PagedList
        pages={pages}
        empty={
          <EmptyState
            title={t('app.invoices.emptyTitle')}
            text={t('app.invoices.emptyText')}
            action={
              <Button component={Link} to={screenPath(account.id, 'deposits')} variant="default">
                {t('app.deposits.title')}
              </Button>
            }
          />
        }
      >
        {(items) => <InvoiceTable invoices={items} />}
      </PagedList>
    </>
  );
}

function InvoiceTable({ invoices }: { readonly invoices: readonly ListedInvoice[] }) {
  const { day, month, money } = useI18n();
  const { account } = useScope();
  return (
    <table className={classes['table']}>
      <TableHead
        columns={[
          ['app.month'],
          ['app.invoices.number', 'wide'],
          ['app.invoices.issued', 'wide'],
          ['app.invoices.status', 'wide'],
          ['app.invoices.total', 'count'],
        ]}
      />
      <tbody>
        {invoices.map((invoice) => (
          <tr key={invoice.id}>
            <th scope="row">
              <Link to={screenPath(account.id, `invoices/${invoice.id}`)} className={classes['link']}>
                {month(`${invoice.month}-01`)}
              </Link>
              <span className={`${classes['detail']} ${classes['narrow']}`}>{invoice.number}</span>
              <span className={classes['narrow']}>
                <InvoiceStatus invoice={invoice} />
              </span>
            </th>
            <td className={classes['wide']}>{invoice.number}</td>
            <td className={`${classes['wide']} ${classes['soft']}`}>{day(invoice.created_at)}</td>
            <td className={classes['wide']}>
              <InvoiceStatus invoice={invoice} />
            </td>
            <td className={classes['count']}>{money(invoice.gross, invoice.currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
