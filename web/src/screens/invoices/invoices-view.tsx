import { Link } from '@tanstack/react-router';
import { appList, ofAccount } from '../../api/ask-app.js';
import { accountKey, pathTo, useScope } from '../../api/scope.js';
import { usePages } from '../../api/use-pages.js';
import type { Invoice } from '../../api/wire.js';
import { Empty } from '../../components/empty.js';
import { Paged } from '../../components/paged.js';
import { ScreenHead } from '../../components/screen-head.js';
import classes from '../../components/table.module.css';
import { useI18n } from '../../i18n/use-i18n.js';
import { DownloadMenu } from './download-menu.js';

export function View() {
  const { t } = useI18n();
  const { account } = useScope();
  const pages = usePages(
    accountKey(account.id, 'invoices'),
    appList<Invoice>(ofAccount(account, 'invoices')),
  );
  return (
    <>
      <ScreenHead
        title={t('app.invoices.title')}
        intro={t('app.invoices.intro')}
        actions={pages.items && pages.items.length > 0 && <DownloadMenu />}
      />
      <Paged
        pages={pages}
        empty={<Empty title={t('app.invoices.emptyTitle')} text={t('app.invoices.emptyText')} />}
      >
        {(items) => <InvoiceTable invoices={items} />}
      </Paged>
    </>
  );
}

function InvoiceTable({ invoices }: { readonly invoices: readonly Invoice[] }) {
  const { t, day, month, money } = useI18n();
  const { account } = useScope();
  return (
    <table className={classes['table']}>
      <thead>
        <tr>
          <th scope="col">{t('app.month')}</th>
          <th scope="col" className={classes['wide']}>
            {t('app.invoices.number')}
          </th>
          <th scope="col" className={classes['wide']}>
            {t('app.invoices.issued')}
          </th>
          <th scope="col" className={classes['count']}>
            {t('app.invoices.total')}
          </th>
        </tr>
      </thead>
      <tbody>
        {invoices.map((invoice) => (
          <tr key={invoice.id}>
            <th scope="row">
              <Link to={pathTo(account.id, `invoices/${invoice.id}`)} className={classes['link']}>
                {month(`${invoice.month}-01`)}
              </Link>
              <span className={`${classes['detail']} ${classes['narrow']}`}>{invoice.number}</span>
            </th>
            <td className={classes['wide']}>{invoice.number}</td>
            <td className={`${classes['wide']} ${classes['soft']}`}>{day(invoice.created_at)}</td>
            <td className={classes['count']}>{money(invoice.total, invoice.currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
