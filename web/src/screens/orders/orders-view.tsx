import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Order } from '@regrove/sdk';
import { accountKey, pathTo, useScope } from '../../api/scope.js';
import { usePages } from '../../api/use-pages.js';
import { Empty } from '../../parts/empty.js';
import { Paged } from '../../parts/paged.js';
import { ScreenHead } from '../../parts/screen-head.js';
import classes from '../../parts/table.module.css';
import { useMoney } from '../../parts/use-money.js';
import { useWords } from '../../words/words.js';
import { OrderState, stateKeys } from './order-state.js';

export function View() {
  const { say } = useWords();
  const { account, client } = useScope();
  const pages = usePages(accountKey(account.id, 'orders'), (page) => client.orders.list(page));
  const create = (
    <Button
      component={Link}
      to={pathTo(account.id, 'orders/new')}
      leftSection={<IconPlus size={18} aria-hidden="true" />}
    >
      {say('app.orders.create')}
    </Button>
  );
  return (
    <>
      <ScreenHead title={say('app.orders.title')} intro={say('app.orders.intro')} actions={create} />
      <Paged
        pages={pages}
        empty={
          <Empty title={say('app.orders.emptyTitle')} text={say('app.orders.emptyText')} action={create} />
        }
      >
        {(items) => <Orders orders={items} />}
      </Paged>
    </>
  );
}

function Orders({ orders }: { readonly orders: readonly Order[] }) {
  const { say } = useWords();
  return (
    <table className={classes['table']}>
      <thead>
        <tr>
          <th scope="col">{say('app.date')}</th>
          <th scope="col" className={classes['count']}>
            {say('app.trees')}
          </th>
          <th scope="col" className={`${classes['count']} ${classes['wide']}`}>
            {say('app.estimate.carbon')}
          </th>
          <th scope="col" className={classes['count']}>
            {say('app.price')}
          </th>
          <th scope="col" className={`${classes['count']} ${classes['wide']}`}>
            {say('app.status')}
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
      </tbody>
    </table>
  );
}

function OrderRow({ order }: { readonly order: Order }) {
  const { say, day, trees } = useWords();
  const { account } = useScope();
  const money = useMoney();
  const tonnes = say('app.amount.tonnes', { tonnes: order.mtco2e });
  return (
    <tr>
      <th scope="row">
        <Link to={pathTo(account.id, `orders/${order.id}`)} className={classes['link']}>
          <time dateTime={order.created_at}>{day(order.created_at)}</time>
        </Link>
        {order.external_id && <span className={classes['detail']}>{order.external_id}</span>}
        <span className={`${classes['detail']} ${classes['narrow']}`}>{say(stateKeys[order.status])}</span>
      </th>
      <td className={classes['count']}>
        {trees(order.trees)}
        {order.mtco2e > 0 && <span className={`${classes['detail']} ${classes['narrow']}`}>{tonnes}</span>}
      </td>
      <td className={`${classes['count']} ${classes['wide']}`}>{order.mtco2e > 0 ? tonnes : '–'}</td>
      <td className={classes['count']}>{money(order.price)}</td>
      <td className={`${classes['count']} ${classes['wide']}`}>
        <OrderState order={order} />
      </td>
    </tr>
  );
}
