import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Order } from '@regrove/sdk';
import { IconPlus } from '../../icons/icons.js';
import { accountEndpoint, appList } from '../../api/app-request.js';
import { accountKey, screenPath, useScope } from '../../api/scope.js';
import { useListState } from '../../api/use-list-state.js';
import { usePagedList } from '../../api/use-paged-list.js';
import { Changes } from '../../components/changes.js';
import { EmptyState } from '../../components/empty-state.js';
import { ExportMenu } from '../../components/export-menu.js';
import { ListTools } from '../../components/list-tools.js';
import { NothingMatches } from '../../components/nothing-matches.js';
import { PagedList } from '../../components/paged-list.js';
import { ScreenHeader } from '../../components/screen-header.js';
import type { Sorting } from '../../components/sort-button.js';
import { TableHead } from '../../components/table-head.js';
import classes from '../../components/table.module.css';
import { useFormatMoney } from '../../components/use-format-money.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { OrderStatus, statusLabels } from './order-status.js';

const statuses = ['draft', 'placed'] as const;

export function View() {
  const { t } = useI18n();
  const { account } = useScope();
  const list = useListState('-date', { status: statuses });
  const address = list.addressOf('orders');
  const pages = usePagedList(
    accountKey(account.id, 'orders', address),
    appList<Order>(accountEndpoint(account, address)),
    undefined,
    true,
  );
  const create = (
    <Changes>
      <Button
        component={Link}
        to={screenPath(account.id, 'orders/new')}
        leftSection={<IconPlus size={18} aria-hidden="true" />}
      >
        {t('app.orders.create')}
      </Button>
    </Changes>
  );
  return (
    <>
      <ScreenHeader title={t('app.orders.title')} intro={t('app.orders.intro')} actions={create} />
      <ListTools
        list={list}
        filters={[
          {
            name: 'status',
            label: t('app.status'),
            options: [
              { value: '', label: t('app.list.anyStatus') },
              ...statuses.map((status) => ({ value: status, label: t(statusLabels[status]) })),
            ],
          },
        ]}
        actions={<ExportMenu address={accountEndpoint(account, list.addressOf('exports/orders'))} />}
      />
      <PagedList
        pages={pages}
        empty={
          list.isLimited ? (
            <NothingMatches clear={list.clear} />
          ) : (
            <EmptyState title={t('app.orders.emptyTitle')} text={t('app.orders.emptyText')} action={create} />
          )
        }
      >
        {(items) => <Orders orders={items} sorting={list} />}
      </PagedList>
    </>
  );
}

interface OrdersProps {
  readonly orders: readonly Order[];
  readonly sorting: Sorting;
}

function Orders({ orders, sorting }: OrdersProps) {
  return (
    <table className={classes['table']}>
      <TableHead
        columns={[
          ['app.date'],
          ['app.trees', 'count'],
          ['app.estimate.carbon', 'count', 'wide'],
          ['app.price', 'count'],
          ['app.status', 'count', 'wide'],
        ]}
        sorting={sorting}
        sorts={{ 'app.date': 'date', 'app.trees': 'trees', 'app.price': 'price' }}
      />
      <tbody>
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
      </tbody>
    </table>
  );
}

function OrderRow({ order }: { readonly order: Order }) {
  const { t, day, trees } = useI18n();
  const { account } = useScope();
  const money = useFormatMoney();
  const tonnes = t('app.amount.tonnes', { tonnes: order.mtco2e });
  return (
    <tr>
      <th scope="row">
        <Link to={screenPath(account.id, `orders/${order.id}`)} className={classes['link']}>
          <time dateTime={order.created_at}>{day(order.created_at)}</time>
        </Link>
        {order.external_id && <span className={classes['detail']}>{order.external_id}</span>}
        <span className={`${classes['detail']} ${classes['narrow']}`}>{t(statusLabels[order.status])}</span>
      </th>
      <td className={classes['count']}>
        {trees(order.trees)}
        {order.mtco2e > 0 && <span className={`${classes['detail']} ${classes['narrow']}`}>{tonnes}</span>}
      </td>
      <td className={`${classes['count']} ${classes['wide']}`}>{order.mtco2e > 0 ? tonnes : '–'}</td>
      <td className={classes['count']}>{money(order.price)}</td>
      <td className={`${classes['count']} ${classes['wide']}`}>
        <OrderStatus order={order} />
      </td>
    </tr>
  );
}
