import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { appList, ofAccount } from '../../api/ask-app.js';
import { accountKey, useScope } from '../../api/scope.js';
import { ofOrder, useAskedOrder } from '../../api/use-asked-order.js';
import { usePages } from '../../api/use-pages.js';
import type { ListedOffset } from '../../api/wire.js';
import { Empty } from '../../components/empty.js';
import { OrderFilter } from '../../components/order-filter.js';
import { Paged } from '../../components/paged.js';
import { ScreenHead } from '../../components/screen-head.js';
import classes from '../../components/table.module.css';
import { useI18n } from '../../i18n/use-i18n.js';
import { CreateOffset } from './create-offset.js';
import { OffsetRow } from './offset-row.js';

export function View() {
  const { t } = useI18n();
  const { account } = useScope();
  const order = useAskedOrder();
  const [isCreating, creating] = useDisclosure(false);
  const pages = usePages(
    accountKey(account.id, 'offsets', { order }),
    appList<ListedOffset>(ofAccount(account, ofOrder('offsets', order))),
  );
  const create = (
    <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={creating.open}>
      {t('app.offsets.create')}
    </Button>
  );
  return (
    <>
      <ScreenHead title={t('app.offsets.title')} intro={t('app.offsets.intro')} actions={create} />
      <OrderFilter order={order} screen="offsets" all="app.offsets.all" />
      <Paged
        pages={pages}
        empty={
          <Empty title={t('app.offsets.emptyTitle')} text={t('app.offsets.emptyText')} action={create} />
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
                <th scope="col" className={`${classes['count']} ${classes['wide']}`}>
                  {t('app.pages')}
                </th>
                <th scope="col" className={classes['count']}>
                  {t('app.trees')}
                </th>
                <td />
              </tr>
            </thead>
            <tbody>
              {items.map((offset) => (
                <OffsetRow key={offset.id} offset={offset} />
              ))}
            </tbody>
          </table>
        )}
      </Paged>
      {isCreating && <CreateOffset onClose={creating.close} />}
    </>
  );
}
