import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconPlus } from '../../icons/icons.js';
import { accountEndpoint, appList } from '../../api/app-request.js';
import { accountKey, screenPath, useScope } from '../../api/scope.js';
import { isCombined, useLevels } from '../../api/use-levels.js';
import { useListState, type ListControl } from '../../api/use-list-state.js';
import { usePagedList } from '../../api/use-paged-list.js';
import type { ListedOrder } from '../../api/wire.js';
import { FullPermissionOnly } from '../../components/full-permission-only.js';
import { EmptyState } from '../../components/empty-state.js';
import { ExportMenu } from '../../components/export-menu.js';
import { ListTools } from '../../components/list-tools.js';
import { NothingMatches } from '../../components/nothing-matches.js';
import { DateCell, ReferenceHeaderCell } from '../../components/reference-header-cell.js';
import { PagedList } from '../../components/paged-list.js';
import { AccountCell, AccountLine } from '../../components/row-account.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { TableHead } from '../../components/table-head.js';
import classes from '../../components/table.module.css';
import { useLevelFilter } from '../../components/use-level-filter.js';
import { useFormatMoney } from '../../components/use-format-money.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { OrderStatus, statusLabels } from './order-status.js';

const statuses = ['draft', 'placed'] as const;

export function View() {
  const { t } = useI18n();
  const { account } = useScope();
  const levels = useLevels();
  const level = useLevelFilter();
  const list = useListState('-date', { ...levels, status: statuses });
  const address = list.addressOf('orders');
  const pages = usePagedList(
    accountKey(account.id, 'orders', address),
    appList<ListedOrder>(accountEndpoint(account, address)),
    undefined,
    true,
  );
  const create = (
    <FullPermissionOnly>
      <Button
        component={Link}
        to={screenPath(account.id, 'orders/new')}
        leftSection={<IconPlus size={18} aria-hidden="true" />}
      >
        {t('app.orders.create')}
      </Button>
    </FullPermissionOnly>
  );
  return (
    <>
      <ScreenHeader title={t('app.orders.title')} intro={t('app.orders.intro')} actions={create} />
      <ListTools
        list={list}
        filters={[
          ...level,
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
        {(items) => <Orders orders={items} list={list} />}
      </PagedList>
    </>
  );
}

interface OrdersProps {
  readonly orders: readonly ListedOrder[];
  readonly list: ListControl;
}

function Orders({ orders, list }: OrdersProps) {
  const combined = isCombined(list);
  return (
    <table className={classes['table']}>
      <TableHead
        columns={[
          ['app.list.reference'],
          ...(combined ? ([['app.list.account', 'wide']] as const) : []),
          ['app.date', 'wide'],
          ['app.trees', 'count', 'wide'],
          ['app.estimate.carbon', 'count', 'wide'],
          ['app.price', 'count'],
          ['app.status', 'count', 'wide'],
        ]}
        sorting={list}
        below={{ 'app.price': 'app.trees' }}
        sorts={{ 'app.date': 'date', 'app.trees': 'trees', 'app.price': 'price' }}
      />
      <tbody>
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} isCombined={combined} />
        ))}
      </tbody>
    </table>
  );
}

interface OrderRowProps {
  readonly order: ListedOrder;
  /** Whether the list has orders of several accounts. */
  readonly isCombined: boolean;
}

function OrderRow({ order, isCombined: combined }: OrderRowProps) {
  const { t, treeCell } = useI18n();
  const money = useFormatMoney();
  const tonnes = t('app.amount.tonnes', { tonnes: order.mtco2e });
  return (
    <tr>
      <ReferenceHeaderCell row={order} to={screenPath(order.account_id, `orders/${order.id}`)}>
        <span className={`${classes['detail']} ${classes['narrow']}`}>{t(statusLabels[order.status])}</span>
        {combined && <AccountLine row={order} screen="orders" />}
      </ReferenceHeaderCell>
      {combined && <AccountCell row={order} screen="orders" />}
      <DateCell row={order} />
      <td className={`${classes['count']} ${classes['wide']}`}>{treeCell(order.trees)}</td>
      <td className={`${classes['count']} ${classes['wide']}`}>{order.mtco2e > 0 ? tonnes : '–'}</td>
      <td className={classes['count']}>
        {money(order.price)}
        <span className={`${classes['detail']} ${classes['narrow']}`}>
          {t('app.amount.trees', { trees: order.trees })}
        </span>
        {order.mtco2e > 0 && <span className={`${classes['detail']} ${classes['narrow']}`}>{tonnes}</span>}
      </td>
      <td className={`${classes['count']} ${classes['wide']}`}>
        <OrderStatus order={order} />
      </td>
    </tr>
  );
}
