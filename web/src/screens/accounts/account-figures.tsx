import type { RankedAccount } from '../../api/wire.js';
import { StatusBadge } from '../../components/status-badge.js';
import { useI18n } from '../../i18n/use-i18n.js';
import classes from './accounts.module.css';

/** What an account and those below it have together. */
export type Figures = Pick<RankedAccount, 'trees' | 'pages' | 'active_at' | 'feeds' | 'unhealthy_feeds'>;

export function AccountFigures({ figures }: { readonly figures: Figures }) {
  const { t, day } = useI18n();
  const { trees, pages, active_at: active, feeds, unhealthy_feeds: unhealthy } = figures;
  return (
    <span className={classes['detail']}>
      <span>{t('app.amount.trees', { trees })}</span>
      <span>{t('app.amount.pages', { pages })}</span>
      {active !== null && (
        <span>{t('app.labelled', { label: t('app.overview.active'), value: day(active) })}</span>
      )}
      {unhealthy > 0 && (
        <StatusBadge tone="warn">{t('app.overview.unhealthyFeeds', { unhealthy, feeds })}</StatusBadge>
      )}
    </span>
  );
}
