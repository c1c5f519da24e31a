import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Quote } from '@regrove/sdk';
import { IconPlus } from '../../icons/icons.js';
import { accountEndpoint } from '../../api/app-request.js';
import { accountKey, screenPath, useScope } from '../../api/scope.js';
import { usePagedList } from '../../api/use-paged-list.js';
import { useProjectName } from '../../api/use-projects.js';
import { Changes } from '../../components/changes.js';
import { EmptyState } from '../../components/empty-state.js';
import { ExportMenu } from '../../components/export-menu.js';
import { PagedList } from '../../components/paged-list.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { TableHead } from '../../components/table-head.js';
import classes from '../../components/table.module.css';
import { useFormatMoney } from '../../components/use-format-money.js';
import { StatusBadge } from '../../components/status-badge.js';
import { useI18n } from '../../i18n/use-i18n.js';

export function View() {
  const { t } = useI18n();
  const { account, client } = useScope();
  const pages = usePagedList(accountKey(account.id, 'quotes'), (page) => client.quotes.list(page));
  const create = (
    <Changes>
      <Button
        component={Link}
        to={screenPath(account.id, 'quotes/new')}
        leftSection={<IconPlus size={18} aria-hidden="true" />}
      >
        {t('app.quotes.create')}
      </Button>
    </Changes>
  );
  return (
    <>
      <ScreenHeader
        title={t('app.quotes.title')}
        intro={t('app.quotes.intro')}
        actions={
          <>
            <ExportMenu address={accountEndpoint(account, 'exports/quotes')} />
            {create}
          </>
        }
      />
      <PagedList
        pages={pages}
        empty={
          <EmptyState title={t('app.quotes.emptyTitle')} text={t('app.quotes.emptyText')} action={create} />
        }
      >
        {(items) => <Quotes quotes={items} />}
      </PagedList>
    </>
  );
}

function Quotes({ quotes }: { readonly quotes: readonly Quote[] }) {
  const { t, day, trees } = useI18n();
  const { account } = useScope();
  const money = useFormatMoney();
  const projectName = useProjectName();
  return (
    <table className={classes['table']}>
      <TableHead
        columns={[
          ['app.date'],
          ['app.project', 'wide'],
          ['app.trees', 'count'],
          ['app.price', 'count'],
          ['app.status', 'count', 'wide'],
        ]}
      />
      <tbody>
        {quotes.map((quote) => (
          <tr key={quote.id}>
            <th scope="row">
              <Link to={screenPath(account.id, `quotes/${quote.id}`)} className={classes['link']}>
                <time dateTime={quote.created_at}>{day(quote.created_at)}</time>
              </Link>
              {quote.external_id && <span className={classes['detail']}>{quote.external_id}</span>}
              {quote.biomass_offset_id && (
                <span className={`${classes['detail']} ${classes['narrow']}`}>
                  {t('app.quotes.executed')}
                </span>
              )}
            </th>
            <td className={`${classes['wide']} ${classes['long']}`}>{projectName(quote.project_id)}</td>
            <td className={classes['count']}>{trees(quote.trees)}</td>
            <td className={classes['count']}>{money(quote.price)}</td>
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
    <StatusBadge tone="quiet">
      {t('app.quotes.open')}
    </StatusBadge>
  );
}
