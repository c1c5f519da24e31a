import { Group, NativeSelect } from '@mantine/core';
import type { ExpandedAccount } from '@regrove/sdk';
import { useState } from 'react';
import { accountEndpoint, appList } from '../../api/app-request.js';
import { accountKey, useScope } from '../../api/scope.js';
import { usePagedList } from '../../api/use-paged-list.js';
import type { RankedAccount } from '../../api/wire.js';
import { Card } from '../../components/card.js';
import { ExportMenu } from '../../components/export-menu.js';
import { PagedList } from '../../components/paged-list.js';
import classes from '../../components/table.module.css';
import { useI18n } from '../../i18n/use-i18n.js';
import { EmptyCard } from './empty-card.js';
import { RankedRow } from './ranked-row.js';
import { SortableHead, type SortOrder } from './sortable-head.js';

const rowsShown = 10;

/** The roles below each, the nearest first. */
const rolesBelow: Readonly<Record<ExpandedAccount['role'], readonly ('channel' | 'customer')[]>> = {
  distributor: ['channel', 'customer'],
  channel: ['customer'],
  customer: [],
};

/** The accounts below with what they and those below them have, in any order. */
export function AccountRanking() {
  const { t } = useI18n();
  const { account } = useScope();
  const roles = rolesBelow[account.role];
  const [role, setRole] = useState<string>(roles[0] ?? 'customer');
  const [order, setOrder] = useState<SortOrder>({ sort: 'trees', direction: 'desc' });
  const query = new URLSearchParams({ role, ...order }).toString();
  const pages = usePagedList(
    accountKey(account.id, 'ranking', { role, ...order }),
    appList<RankedAccount>(accountEndpoint(account, `ranking?${query}`)),
    rowsShown,
    true,
  );
  return (
    <Card
      title={t('app.overview.ranking')}
      aside={
        <Group>
          {roles.length > 1 && (
            <NativeSelect
              aria-label={t('app.overview.rankingRole')}
              value={role}
              onChange={({ currentTarget: { value } }) => setRole(value)}
              data={roles.map((value) => ({ value, label: t(`app.overview.${value}s`) }))}
            />
          )}
          <ExportMenu address={accountEndpoint(account, `exports/ranking?${query}`)} />
        </Group>
      }
    >
      <PagedList
        isBare
        pages={pages}
        empty={
          <EmptyCard text={t('app.overview.rankingEmpty')} actions={[['app.accounts.title', 'accounts']]} />
        }
      >
        {(items) => (
          <table className={classes['table']}>
            <SortableHead order={order} onChange={setOrder} />
            <tbody>
              {items.map((ranked) => (
                <RankedRow key={ranked.id} ranked={ranked} />
              ))}
            </tbody>
          </table>
        )}
      </PagedList>
      <p className={classes['soft']}>{t('app.overview.rankingDelay')}</p>
    </Card>
  );
}
