import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { CarbonOffset } from '@regrove/sdk';
import { appList, ofAccount } from '../../api/ask-app.js';
import { accountKey, pathTo, useScope } from '../../api/scope.js';
import { ofOrder, useAskedOrder } from '../../api/use-asked-order.js';
import { usePages } from '../../api/use-pages.js';
import { Empty } from '../../components/empty.js';
import { OrderFilter } from '../../components/order-filter.js';
import { Paged } from '../../components/paged.js';
import { ScreenHead } from '../../components/screen-head.js';
import classes from '../../components/table.module.css';
import { useI18n } from '../../i18n/use-i18n.js';
import { CarbonState, stateKeys } from './carbon-state.js';

export function View() {
  const { t } = useI18n();
  const { account } = useScope();
  const order = useAskedOrder();
  const pages = usePages(
    accountKey(account.id, 'carbon-offsets', { order }),
    appList<CarbonOffset>(ofAccount(account, ofOrder('carbon-offsets', order))),
  );
  return (
    <>
      <ScreenHead title={t('app.carbonOffsets.title')} intro={t('app.carbonOffsets.intro')} />
      <OrderFilter order={order} screen="carbon-offsets" all="app.carbonOffsets.all" />
      <Paged
        pages={pages}
        empty={
          <Empty
            title={t('app.carbonOffsets.emptyTitle')}
            text={t('app.carbonOffsets.emptyText')}
            action={
              <Button component={Link} to={pathTo(account.id, 'orders/new')}>
                {t('app.orders.create')}
              </Button>
            }
          />
        }
      >
        {(items) => (
          <table className={classes['table']}>
            <thead>
              <tr>
                <th scope="col">{t('app.date')}</th>
                <th scope="col" className={classes['wide']}>
                  {t('app.project')}
                </th>
                <th scope="col" className={classes['count']}>
                  {t('app.estimate.carbon')}
                </th>
                <th scope="col" className={`${classes['count']} ${classes['wide']}`}>
                  {t('app.status')}
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((offset) => (
                <CarbonRow key={offset.id} offset={offset} />
              ))}
            </tbody>
          </table>
        )}
      </Paged>
    </>
  );
}

function CarbonRow({ offset }: { readonly offset: CarbonOffset }) {
  const { t, day } = useI18n();
  const { account } = useScope();
  return (
    <tr>
      <th scope="row">
        <Link to={pathTo(account.id, `carbon-offsets/${offset.id}`)} className={classes['link']}>
          <time dateTime={offset.date}>{day(offset.date)}</time>
        </Link>
        <span className={`${classes['detail']} ${classes['narrow']}`}>{offset.project_name}</span>
        <span className={`${classes['detail']} ${classes['narrow']}`}>{t(stateKeys[offset.status])}</span>
      </th>
      <td className={`${classes['wide']} ${classes['long']}`}>
        {offset.project_name}
        <span className={classes['detail']}>{offset.registry_name}</span>
      </td>
      <td className={classes['count']}>{t('app.amount.tonnes', { tonnes: offset.mtco2e })}</td>
      <td className={`${classes['count']} ${classes['wide']}`}>
        <CarbonState offset={offset} />
      </td>
    </tr>
  );
}
