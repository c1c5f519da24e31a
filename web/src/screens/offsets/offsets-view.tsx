import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '../../icons/icons.js';
import { appList, accountEndpoint } from '../../api/app-request.js';
import { accountKey, useScope } from '../../api/scope.js';
import { isCombined, useLevels } from '../../api/use-levels.js';
import { idPattern, useListState } from '../../api/use-list-state.js';
import { useOrderFilter } from '../../api/use-order-filter.js';
import { usePagedList } from '../../api/use-paged-list.js';
import type { ListedOffset } from '../../api/wire.js';
import { FullPermissionOnly } from '../../components/full-permission-only.js';
import { EmptyState } from '../../components/empty-state.js';
import { NothingMatches } from '../../components/nothing-matches.js';
import { OrderFilter } from '../../components/order-filter.js';
import { PagedList } from '../../components/paged-list.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { TableHead } from '../../components/table-head.js';
import classes from '../../components/table.module.css';
import { useI18n } from '../../i18n/use-i18n.js';
import { CreateOffset } from './create-offset.js';
import { OffsetRow } from './offset-row.js';
import { OffsetTools } from './offset-tools.js';

export function View() {
  const { t } = useI18n();
  const { account } = useScope();
  const order = useOrderFilter();
  const [isCreating, creating] = useDisclosure(false);
  const levels = useLevels();
  const list = useListState(
    '-date',
    order === undefined ? { ...levels, project_id: idPattern } : {},
    // Those of an order are few: they have no other order or days.
    order === undefined ? {} : { order_id: order, sort: '-date', start_date: '', end_date: '' },
  );
  const combined = isCombined(list);
  const address = list.addressOf('offsets');
  const pages = usePagedList(
    accountKey(account.id, 'offsets', address),
    appList<ListedOffset>(accountEndpoint(account, address)),
    undefined,
    true,
  );
  const create = (
    <FullPermissionOnly>
      <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={creating.open}>
        {t('app.offsets.create')}
      </Button>
    </FullPermissionOnly>
  );
  return (
    <>
      <ScreenHeader title={t('app.offsets.title')} intro={t('app.offsets.intro')} actions={create} />
      <OrderFilter order={order} screen="offsets" all="app.offsets.all" />
      <OffsetTools list={list} isOfOrder={order !== undefined} />
      <PagedList
        pages={pages}
        empty={
          list.isLimited ? (
            <NothingMatches clear={list.clear} />
          ) : (
            <EmptyState
              title={t('app.offsets.emptyTitle')}
              text={t('app.offsets.emptyText')}
              action={create}
            />
          )
        }
      >
        {(items) => (
          <table className={classes['table']}>
            <TableHead
              columns={[
                ['app.date'],
                ...(combined ? ([['app.list.account', 'wide']] as const) : []),
                ['app.project', 'wide'],
                ['app.pages', 'count', 'wide'],
                ['app.trees', 'count'],
              ]}
              hasMenu
              {...(order === undefined && { sorting: list })}
              sorts={{ 'app.date': 'date', 'app.pages': 'pages', 'app.trees': 'trees' }}
            />
            <tbody>
              {items.map((offset) => (
                <OffsetRow key={offset.id} offset={offset} isCombined={combined} />
              ))}
            </tbody>
          </table>
        )}
      </PagedList>
      {isCreating && <CreateOffset onClose={creating.close} />}
    </>
  );
}
