import { ActionIcon, Anchor, Group, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { accountEndpoint } from '../../api/app-request.js';
import { accountKey, screenPath, usePathParams, useScope } from '../../api/scope.js';
import { usePagedList } from '../../api/use-paged-list.js';
import { Card } from '../../components/card.js';
import { ExportMenu } from '../../components/export-menu.js';
import { LoadError } from '../../components/load-error.js';
import { NotFound } from '../../components/not-found.js';
import { PagedList } from '../../components/paged-list.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { TableHead } from '../../components/table-head.js';
import table from '../../components/table.module.css';
import { useI18n } from '../../i18n/use-i18n.js';
import { IconChevronLeft, IconChevronRight } from '../../icons/icons.js';
import { addMonths, dateRangeOf, thisMonth } from '../deposits/use-month.js';
import { dayOf } from './month-figures.js';
import { MonthOffsetRow } from './month-offset-row.js';
import { MonthTable } from './month-table.js';
import classes from './overview.module.css';
import { PeriodFigures } from './period-figures.js';
import { useOverview, useOverviewSearch } from './use-overview.js';

/** What a bar of the overview consists of. */
export function View() {
  const { month = '' } = usePathParams();
  return /^20\d{2}-(0[1-9]|1[0-2])$/.test(month) ? <Month month={month} /> : <NotFound />;
}

function Month({ month }: { readonly month: string }) {
  const { t, month: monthName } = useI18n();
  const { account } = useScope();
  return (
    <>
      <ScreenHeader
        title={monthName(dayOf(month))}
        back={{ to: screenPath(account.id), label: t('app.overview.title') }}
        actions={<OtherMonths month={month} />}
      />
      <div className={classes['grid']}>
        <MonthFigures month={month} />
        <MonthOffsets month={month} />
      </div>
    </>
  );
}

function OtherMonths({ month }: { readonly month: string }) {
  const { t } = useI18n();
  const { account } = useScope();
  const to = (count: number): string => screenPath(account.id, `months/${addMonths(month, count)}`);
  const button = { variant: 'default', size: 'lg', radius: 'xl' } as const;
  return (
    <>
      <ActionIcon {...button} component={Link} to={to(-1)} aria-label={t('app.deposits.previousMonth')}>
        <IconChevronLeft size={18} aria-hidden="true" />
      </ActionIcon>
      {month < thisMonth() ? (
        <ActionIcon {...button} component={Link} to={to(1)} aria-label={t('app.deposits.nextMonth')}>
          <IconChevronRight size={18} aria-hidden="true" />
        </ActionIcon>
      ) : (
        <ActionIcon {...button} disabled aria-label={t('app.deposits.nextMonth')}>
          <IconChevronRight size={18} aria-hidden="true" />
        </ActionIcon>
      )}
    </>
  );
}

/** For an account with others below it: its own figures, theirs, and both together. */
function MonthFigures({ month }: { readonly month: string }) {
  const { t } = useI18n();
  const { hasBelow } = useOverviewSearch();
  const { data, error, refetch } = useOverview({ start: month, end: month });
  if (error && !data) return <LoadError error={error} retry={refetch} />;
  if (data?.start !== month) return <Skeleton height="10rem" radius="lg" />;
  return hasBelow ? (
    <Card>
      <MonthTable overview={data} />
    </Card>
  ) : (
    <Card title={t('app.overview.own')}>
      <PeriodFigures now={data.range.own} before={data.year_before.own} />
    </Card>
  );
}

function MonthOffsets({ month }: { readonly month: string }) {
  const { t } = useI18n();
  const { account, client } = useScope();
  const days = new URLSearchParams(dateRangeOf(month)).toString();
  const pages = usePagedList(accountKey(account.id, 'offsets', { month }), (page) =>
    client.offsets.list({ ...page, ...dateRangeOf(month) }),
  );
  return (
    <Card
      title={t('app.offsets.title')}
      aside={
        <Group>
          <Anchor
            renderRoot={(props) => (
              <Link {...props} to={screenPath(account.id, 'deposits')} search={{ month }} />
            )}
          >
            {t('app.deposits.title')}
          </Anchor>
          <ExportMenu address={accountEndpoint(account, `exports/offsets?${days}`)} />
        </Group>
      }
    >
      <PagedList isBare pages={pages} empty={<p>{t('app.overview.monthEmpty')}</p>}>
        {(items) => (
          <table className={table['table']}>
            <TableHead
              columns={[
                ['app.date'],
                ['app.project', 'wide'],
                ['app.pages', 'count', 'wide'],
                ['app.trees', 'count'],
              ]}
              hasMenu
            />
            <tbody>
              {items.map((offset) => (
                <MonthOffsetRow key={offset.id} offset={offset} />
              ))}
            </tbody>
          </table>
        )}
      </PagedList>
    </Card>
  );
}
