import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { screenPath, useScope } from '../../api/scope.js';
import type { RankedAccount } from '../../api/wire.js';
import { AccountName } from '../../components/account-name.js';
import { StatusBadge } from '../../components/status-badge.js';
import classes from '../../components/table.module.css';
import { useI18n } from '../../i18n/use-i18n.js';

export function RankedRow({ ranked }: { readonly ranked: RankedAccount }) {
  const { t, day, number, treeCell } = useI18n();
  const { account } = useScope();
  const active = ranked.active_at === null ? t('app.overview.neverActive') : day(ranked.active_at);
  return (
    <tr>
      <th scope="row" className={classes['long']}>
        <Anchor component={Link} to={screenPath(ranked.id)} c="inherit" fz="inherit" fw="inherit">
          <AccountName>{ranked.display_name}</AccountName>
        </Anchor>
        {ranked.parent_id !== account.id && (
          <span className={classes['detail']}>
            {t('app.accounts.below', { account: ranked.parent_display_name })}
          </span>
        )}
        {ranked.status === 'inactive' && (
          <span className={classes['detail']}>{t('app.accounts.inactive')}</span>
        )}
        <span className={`${classes['detail']} ${classes['narrow']}`}>
          {t('app.labelled', { label: t('app.overview.active'), value: active })}
        </span>
        {ranked.unhealthy_feeds > 0 && (
          <span className={classes['narrow']}>
            <Health ranked={ranked} />
          </span>
        )}
      </th>
      <td className={classes['count']}>
        {treeCell(ranked.trees)}
        <span className={`${classes['detail']} ${classes['narrow']}`}>
          {t('app.amount.pages', { pages: ranked.pages })}
        </span>
      </td>
      <td className={`${classes['count']} ${classes['wide']}`}>{number(ranked.pages)}</td>
      <td className={`${classes['wide']} ${classes['whole']}`}>{active}</td>
      <td className={classes['wide']}>
        <Health ranked={ranked} />
      </td>
    </tr>
  );
}

function Health({ ranked: { feeds, unhealthy_feeds: unhealthy } }: { readonly ranked: RankedAccount }) {
  const { t } = useI18n();
  if (feeds === 0) return <span className={classes['soft']}>{t('app.overview.noFeeds')}</span>;
  return unhealthy > 0 ? (
    <StatusBadge tone="warn">{t('app.overview.unhealthyFeeds', { unhealthy, feeds })}</StatusBadge>
  ) : (
    <StatusBadge>{t('app.feeds.healthy')}</StatusBadge>
  );
}
