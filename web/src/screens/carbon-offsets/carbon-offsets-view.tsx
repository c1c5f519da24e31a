import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { CarbonOffset } from '@regrove/sdk';
import { appList, accountEndpoint } from '../../api/app-request.js';
import { accountKey, screenPath, useScope } from '../../api/scope.js';
import { withOrderFilter, useOrderFilter } from '../../api/use-order-filter.js';
import { usePagedList } from '../../api/use-paged-list.js';
import { FullPermissionOnly } from '../../components/full-permission-only.js';
import { EmptyState } from '../../components/empty-state.js';
import { ExportMenu } from '../../components/export-menu.js';
import { OrderFilter } from '../../components/order-filter.js';
import { PagedList } from '../../components/paged-list.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { TableHead } from '../../components/table-head.js';
import classes from '../../components/table.module.css';
import { useI18n } from '../../i18n/use-i18n.js';
import { CarbonOffsetStatus, statusLabels } from './carbon-offset-status.js';

export function View() {
  const { t } = useI18n();
  const { account } = useScope();
  const order = useOrderFilter();
  const pages = usePagedList(
    accountKey(account.id, 'carbon-offsets', { order }),
    appList<CarbonOffset>(accountEndpoint(account, withOrderFilter('carbon-offsets', order))),
  );
  return (
    <>
      <ScreenHeader
        title={t('app.carbonOffsets.title')}
        intro={t('app.carbonOffsets.intro')}
        actions={
          <ExportMenu address={accountEndpoint(account, withOrderFilter('exports/carbon-offsets', order))} />
        }
      />
      <OrderFilter order={order} screen="carbon-offsets" all="app.carbonOffsets.all" />
      <PagedList
        pages={pages}
        empty={
          <EmptyState
            title={t('app.carbonOffsets.emptyTitle')}
            text={t('app.carbonOffsets.emptyText')}
            action={
              <FullPermissionOnly>
                <Button component={Link} to={screenPath(account.id, 'orders/new')}>
                  {t('app.orders.create')}
                </Button>
              </FullPermissionOnly>
            }
          />
        }
      >
        {(items) => (
          <table className={classes['table']}>
            <TableHead
              columns={[
                ['app.date'],
                ['app.project', 'wide'],
                ['app.estimate.carbon', 'count'],
                ['app.status', 'count', 'wide'],
              ]}
            />
            <tbody>
              {items.map((offset) => (
                <CarbonRow key={offset.id} offset={offset} />
              ))}
            </tbody>
          </table>
        )}
      </PagedList>
    </>
  );
}

function CarbonRow({ offset }: { readonly offset: CarbonOffset }) {
  const { t, day } = useI18n();
  const { account } = useScope();
  return (
    <tr>
      <th scope="row">
        <Link to={screenPath(account.id, `carbon-offsets/${offset.id}`)} className={classes['link']}>
          <time dateTime={offset.date}>{day(offset.date)}</time>
        </Link>
        <span className={`${classes['detail']} ${classes['narrow']}`}>{offset.project_name}</span>
        <span className={`${classes['detail']} ${classes['narrow']}`}>{t(statusLabels[offset.status])}</span>
      </th>
      <td className={`${classes['wide']} ${classes['long']}`}>
        {offset.project_name}
        <span className={classes['detail']}>{offset.registry_name}</span>
      </td>
      <td className={classes['count']}>{t('app.amount.tonnes', { tonnes: offset.mtco2e })}</td>
      <td className={`${classes['count']} ${classes['wide']}`}>
        <CarbonOffsetStatus offset={offset} />
      </td>
    </tr>
  );
}
