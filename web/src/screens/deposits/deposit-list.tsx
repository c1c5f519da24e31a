import { Skeleton } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Deposit } from '@regrove/sdk';
import { Empty } from '../../parts/empty.js';
import { Failure } from '../../parts/failure.js';
import { More } from '../../parts/more.js';
import { useWords } from '../../words/words.js';
import { DepositRow } from './deposit-row.js';
import classes from '../../parts/table.module.css';

interface DepositListProps {
  readonly data: readonly Deposit[] | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
  /** The next step where there are none. */
  readonly add: ReactNode;
}

const atOnce = 60;

export function DepositList({ data, error, refetch, add }: DepositListProps) {
  const { say, number } = useWords();
  const [shown, setShown] = useState(atOnce);
  if (error && !data) return <Failure error={error} retry={refetch} />;
  if (!data) return <Skeleton height="16rem" />;
  if (data.length === 0)
    return <Empty title={say('app.deposits.emptyTitle')} text={say('app.deposits.emptyText')} action={add} />;
  return (
    <>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">{say('app.date')}</th>
            <th scope="col">{say('app.deposits.paper')}</th>
            <th scope="col" className={classes['count']}>
              {say('app.pages')}
            </th>
            <td />
          </tr>
        </thead>
        <tbody>
          {data.slice(0, shown).map((deposit) => (
            <DepositRow key={deposit.id} deposit={deposit} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {say('app.deposits.total')}
            </th>
            <td className={classes['count']}>{number(data.reduce((sum, { pages }) => sum + pages, 0))}</td>
            <td />
          </tr>
        </tfoot>
      </table>
      <More hasMore={data.length > shown} isBusy={false} onMore={() => setShown(shown + atOnce)} />
    </>
  );
}
