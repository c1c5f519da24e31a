import type { ReactNode } from 'react';
import { EmptyState } from '../../components/empty-state.js';
import { isCombined } from '../../api/use-levels.js';
import type { ListControl } from '../../api/use-list-state.js';
import { NothingMatches } from '../../components/nothing-matches.js';
import { PagedList } from '../../components/paged-list.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { DepositRow } from './deposit-row.js';
import { TableHead } from '../../components/table-head.js';
import classes from '../../components/table.module.css';
import { listDateRange } from './list-date-range.js';
import { useDeposits, useDepositTotal } from './use-deposits.js';

interface DepositListProps {
  readonly month: string;
  readonly list: ListControl;
  /** Shown if the list is empty. */
  readonly add: ReactNode;
}

export function DepositList({ month, list, add }: DepositListProps) {
  const { t, number } = useI18n();
  const days = listDateRange(list, month);
  const pages = useDeposits(list.addressOf('deposits', days));
  const { data: total } = useDepositTotal(list.addressOf('deposit-totals', { ...days, sort: '' }));
  const combined = isCombined(list);
  return (
    <PagedList
      isBare
      pages={pages}
      empty={
        list.isLimited ? (
          <NothingMatches clear={list.clear} />
        ) : (
          <EmptyState title={t('app.deposits.emptyTitle')} text={t('app.deposits.emptyText')} action={add} />
        )
      }
    >
      {(items) => (
        <table className={classes['table']}>
          <TableHead
            columns={[
              ['app.date'],
              ...(combined ? ([['app.list.account', 'wide']] as const) : []),
              ['app.deposits.paper', 'wide'],
              ['app.pages', 'count'],
            ]}
            hasMenu
            sorting={list}
            sorts={{ 'app.date': 'date', 'app.pages': 'pages' }}
          />
          <tbody>
            {items.map((deposit) => (
              <DepositRow key={deposit.id} deposit={deposit} isCombined={combined} />
            ))}
          </tbody>
          {total && (
            <tfoot>
              <tr>
                <th scope="row">
                  {t('app.deposits.total')}
                  <span className={classes['detail']}>
                    {t('app.deposits.entries', { count: total.deposits })}
                  </span>
                </th>
                <td className={classes['wide']} colSpan={combined ? 2 : 1} />
                <td className={classes['count']}>{number(total.pages)}</td>
                <td />
              </tr>
            </tfoot>
          )}
        </table>
      )}
    </PagedList>
  );
}
