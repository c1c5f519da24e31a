import { useQuery } from '@tanstack/react-query';
import { accountEndpoint, appList } from '../../api/app-request.js';
import { accountKey, useScope } from '../../api/scope.js';
import { isCombined } from '../../api/use-levels.js';
import type { ListControl } from '../../api/use-list-state.js';
import type { FeedDetails } from '../../api/wire.js';
import { ExportMenu } from '../../components/export-menu.js';
import { ListTools } from '../../components/list-tools.js';
import { useLevelFilter } from '../../components/use-level-filter.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { listDateRange } from './list-date-range.js';
import { ReimportableExport } from './reimportable-export.js';

/** More cannot be chosen from sensibly; the pages of a feed link to its deposits. */
const maxFeeds = 100;

interface DepositToolsProps {
  readonly list: ListControl;
  readonly month: string;
}

export function DepositTools({ list, month }: DepositToolsProps) {
  const { t } = useI18n();
  const { account } = useScope();
  const { data } = useQuery({
    queryKey: accountKey(account.id, 'feeds', 'to choose'),
    queryFn: () => appList<FeedDetails>(accountEndpoint(account, 'feeds'))({ pageSize: maxFeeds }).page(),
  });
  const feeds = data?.items ?? [];
  // The feeds to choose from are those of the account.
  const hasFeeds = feeds.length > 0 && !isCombined(list);
  const level = useLevelFilter();
  const options = [
    { value: '', label: t('app.list.anyFeed') },
    ...feeds.map(({ id, type, external_id: name }) => ({
      value: id,
      label: name ? t('app.labelled', { label: type, value: name }) : type,
    })),
  ];
  return (
    <ListTools
      list={list}
      filters={[...level, ...(hasFeeds ? [{ name: 'feed_id', label: t('app.feeds.title'), options }] : [])]}
      actions={
        <ExportMenu
          address={accountEndpoint(account, list.addressOf('exports/deposits', listDateRange(list, month)))}
        >
          {!isCombined(list) && !list.isLimited && <ReimportableExport month={month} />}
        </ExportMenu>
      }
    />
  );
}
