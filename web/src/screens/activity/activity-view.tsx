import { accountKey, useScope } from '../../api/scope.js';
import { useListState, type ListControl } from '../../api/use-list-state.js';
import { usePagedList } from '../../api/use-paged-list.js';
import { EmptyState } from '../../components/empty-state.js';
import { eventKinds, kindNames } from '../../components/events/event-kinds.js';
import { ListTools } from '../../components/list-tools.js';
import { NothingMatches } from '../../components/nothing-matches.js';
import { PagedList } from '../../components/paged-list.js';
import { Rows } from '../../components/rows.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { MessagePartProvider } from '../../i18n/i18n-provider.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { EventRow } from './event-row.js';
import type { AccountEvent } from './describe-event.js';
import { useAccountNames } from './use-account-names.js';

export const View = () => (
  <MessagePartProvider part="events">
    <Activity />
  </MessagePartProvider>
);

function Activity() {
  const { t } = useI18n();
  const { account, client } = useScope();
  const hasAccountsBelow = account.accounts_count > 0;
  const list = useListState('-date', {
    kind: kindNames,
    ...(hasAccountsBelow && { level: ['together'] }),
  });
  const { kind, level } = list.filters;
  const query = {
    ...(kind && { type: `${kind}.*` }),
    ...(list.from && { start_date: list.from }),
    ...(list.until && { end_date: list.until }),
    ...(level && { include_descendants: true }),
  };
  const pages = usePagedList<AccountEvent>(
    accountKey(account.id, 'events', query),
    (options) => client.events.list({ ...query, ...options }),
    undefined,
    true,
  );
  const kinds = kindNames.map((name) => ({ value: name, label: t(eventKinds[name].label) }));
  const levels = [
    { value: '', label: t('app.overview.own') },
    { value: 'together', label: t('app.overview.together') },
  ];
  return (
    <>
      <ScreenHeader title={t('app.activity.title')} intro={t('app.activity.intro')} />
      <ListTools
        list={list}
        filters={[
          ...(hasAccountsBelow ? [{ name: 'level', label: t('app.accounts.title'), options: levels }] : []),
          {
            name: 'kind',
            label: t('app.activity.kind'),
            options: [{ value: '', label: t('app.activity.anyKind') }, ...kinds],
          },
        ]}
      />
      <PagedList pages={pages} empty={<NoEvents list={list} />}>
        {(events) => <Events events={events} />}
      </PagedList>
    </>
  );
}

function NoEvents({ list }: { readonly list: ListControl }) {
  const { t } = useI18n();
  if (list.isLimited) return <NothingMatches clear={list.clear} />;
  return <EmptyState title={t('app.activity.emptyTitle')} text={t('app.activity.emptyText')} />;
}

function Events({ events }: { readonly events: readonly AccountEvent[] }) {
  const { account } = useScope();
  const others = events.map((event) => event.account_id).filter((id) => id !== account.id);
  const nameOf = useAccountNames(others);
  return (
    <Rows>
      {events.map((event) => (
        <EventRow key={event.id} event={event} accountName={nameOf(event.account_id)} />
      ))}
    </Rows>
  );
}
