import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { appList, ofAccount } from '../../api/ask-app.js';
import { accountKey, pathTo, useScope } from '../../api/scope.js';
import { usePages } from '../../api/use-pages.js';
import type { Invoice } from '../../api/wire.js';
import { Empty } from '../../parts/empty.js';
import { Failure } from '../../parts/failure.js';
import { More } from '../../parts/more.js';
import { ScreenHead } from '../../parts/screen-head.js';
import { Sheet } from '../../parts/sheet.js';
import { useWords } from '../../words/words.js';
import { DownloadMenu } from './download-menu.js';
import classes from './invoices.module.css';

export function View() {
  const { say } = useWords();
  const { account } = useScope();
  const { items, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = usePages(
    accountKey(account.id, 'invoices'),
    appList<Invoice>(ofAccount(account, 'invoices')),
  );
  return (
    <>
      <ScreenHead
        title={say('app.invoices.title')}
        intro={say('app.invoices.intro')}
        actions={items && items.length > 0 && <DownloadMenu />}
      />
      {items?.length === 0 ? (
        <Empty title={say('app.invoices.emptyTitle')} text={say('app.invoices.emptyText')} />
      ) : items ? (
        <Sheet>
          <InvoiceTable invoices={items} />
          <More hasMore={hasNextPage} isBusy={isFetchingNextPage} onMore={fetchNextPage} />
        </Sheet>
      ) : error ? (
        <Failure error={error} retry={refetch} />
      ) : (
        <Skeleton height="16rem" radius="lg" />
      )}
    </>
  );
}

function InvoiceTable({ invoices }: { readonly invoices: readonly Invoice[] }) {
  const { say, day, month, money } = useWords();
  const { account } = useScope();
  return (
    <table className={classes['table']}>
      <thead>
        <tr>
          <th scope="col">{say('app.month')}</th>
          <th scope="col">{say('app.invoices.number')}</th>
          <th scope="col" className={classes['spare']}>
            {say('app.invoices.issued')}
          </th>
          <th scope="col" className={classes['amount']}>
            {say('app.invoices.total')}
          </th>
        </tr>
      </thead>
      <tbody>
        {invoices.map((invoice) => (
          <tr key={invoice.id}>
            <th scope="row">{month(`${invoice.month}-01`)}</th>
            <td>
              <Link to={pathTo(account.id, `invoices/${invoice.id}`)} className={classes['number']}>
                {invoice.number}
              </Link>
            </td>
            <td className={classes['spare']}>{day(invoice.created_at)}</td>
            <td className={classes['amount']}>{money(invoice.total, invoice.currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
