import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Quote } from '@regrove/sdk';
import { IconPlus } from '../../icons/icons.js';
import { accountEndpoint, appList } from '../../api/app-request.js';
import { accountKey, screenPath, useScope } from '../../api/scope.js';
import { isCombined, useLevels } from '../../api/use-levels.js';
import { idPattern, useListState, type ListControl } from '../../api/use-list-state.js';
import { usePagedList } from '../../api/use-paged-list.js';
import { useProjectName, useProjects } from '../../api/use-projects.js';
import type { ListedQuote } from '../../api/wire.js';
import { FullPermissionOnly } from '../../components/full-permission-only.js';
import { EmptyState } from '../../components/empty-state.js';
import { ExportMenu } from '../../components/export-menu.js';
import { ListTools } from '../../components/list-tools.js';
import { DateCell, ReferenceHeaderCell } from '../../components/reference-header-cell.js';
import { NothingMatches } from '../../components/nothing-matches.js';
import { PagedList } from '../../components/paged-list.js';
import { AccountCell, AccountLine } from '../../components/row-account.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { TableHead } from '../../components/table-head.js';
import classes from '../../components/table.module.css';
import { useFormatMoney } from '../../components/use-format-money.js';
import { StatusBadge } from '../../components/status-badge.js';
import { useLevelFilter } from '../../components/use-level-filter.js';
import { useI18n } from '../../i18n/use-i18n.js';

export function View() {
  const { t } = useI18n();
  const { account } = useScope();
  const levels = useLevels();
  const level = useLevelFilter();
  const projects = useProjects().data ?? [];
  const list = useListState('-date', { ...levels, project_id: idPattern });
  const address = list.addressOf('quotes');
  const pages = usePagedList(
    accountKey(account.id, 'quotes', address),
    appList<ListedQuote>(accountEndpoint(account, address)),
    undefined,
    true,
  );
  const create = (
    <FullPermissionOnly>
      <Button
        component={Link}
        to={screenPath(account.id, 'quotes/new')}
        leftSection={<IconPlus size={18} aria-hidden="true" />}
      >
        {t('app.quotes.create')}
      </Button>
    </FullPermissionOnly>
  );
  const options = [
    { value: '', label: t('app.list.anyProject') },
    ...projects.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <>
      <ScreenHeader title={t('app.quotes.title')} intro={t('app.quotes.intro')} actions={create} />
      <ListTools
        list={list}
        filters={[...level, { name: 'project_id', label: t('app.project'), options }]}
        actions={<ExportMenu address={accountEndpoint(account, list.addressOf('exports/quotes'))} />}
      />
      <PagedList
        pages={pages}
        empty={
          list.isLimited ? (
            <NothingMatches clear={list.clear} />
          ) : (
            <EmptyState title={t('app.quotes.emptyTitle')} text={t('app.quotes.emptyText')} action={create} />
          )
        }
      >
        {(items) => <Quotes quotes={items} list={list} />}
      </PagedList>
    </>
  );
}

interface QuotesProps {
  readonly quotes: readonly ListedQuote[];
  readonly list: ListControl;
}

function Quotes({ quotes, list }: QuotesProps) {
  const { t, treeCell } = useI18n();
  const money = useFormatMoney();
  const projectName = useProjectName();
  const combined = isCombined(list);
  return (
    <table className={classes['table']}>
      <TableHead
        columns={[
          ['app.list.reference'],
          ...(combined ? ([['app.list.account', 'wide']] as const) : []),
          ['app.date', 'wide'],
          ['app.project', 'wide'],
          ['app.trees', 'count', 'wide'],
          ['app.price', 'count'],
          ['app.status', 'count', 'wide'],
        ]}
        sorting={list}
        below={{ 'app.price': 'app.trees' }}
        sorts={{ 'app.date': 'date', 'app.trees': 'trees', 'app.price': 'price' }}
      />
      <tbody>
        {quotes.map((quote) => (
          <tr key={quote.id}>
            <ReferenceHeaderCell row={quote} to={screenPath(quote.account_id, `quotes/${quote.id}`)}>
              {quote.biomass_offset_id && (
                <span className={`${classes['detail']} ${classes['narrow']}`}>
                  {t('app.quotes.executed')}
                </span>
              )}
              {combined && <AccountLine row={quote} screen="quotes" />}
            </ReferenceHeaderCell>
            {combined && <AccountCell row={quote} screen="quotes" />}
            <DateCell row={quote} />
            <td className={`${classes['wide']} ${classes['long']}`}>{projectName(quote.project_id)}</td>
            <td className={`${classes['count']} ${classes['wide']}`}>{treeCell(quote.trees)}</td>
            <td className={classes['count']}>
              {money(quote.price)}
              <span className={`${classes['detail']} ${classes['narrow']}`}>
                {t('app.amount.trees', { trees: quote.trees })}
              </span>
            </td>
            <td className={`${classes['count']} ${classes['wide']}`}>
              <QuoteStatus quote={quote} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function QuoteStatus({ quote }: { readonly quote: Quote }) {
  const { t } = useI18n();
  return quote.biomass_offset_id ? (
    <StatusBadge>{t('app.quotes.executed')}</StatusBadge>
  ) : (
    <StatusBadge tone="quiet">{t('app.quotes.open')}</StatusBadge>
  );
}
