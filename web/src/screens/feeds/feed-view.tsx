import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { askApp, ofAccount } from '../../api/ask-app.js';
import { accountKey, pathTo, usePathParts, useScope } from '../../api/scope.js';
import type { FeedDetails } from '../../api/wire.js';
import { Loaded } from '../../components/loaded.js';
import { ScreenHead } from '../../components/screen-head.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { FeedActions } from './feed-actions.js';
import { FeedFacts } from './feed-facts.js';
import { feedName, useFeedTypes } from './feed-types.js';
import { PushHelp } from './push-help.js';
import { Readings } from './readings.js';

export function View() {
  const { t } = useI18n();
  const { account } = useScope();
  const { id = '' } = usePathParts();
  const query = useQuery({
    queryKey: accountKey(account.id, 'feeds', id),
    queryFn: ({ signal }) =>
      askApp<FeedDetails>('GET', ofAccount(account, `feeds/${encodeURIComponent(id)}`), { signal }),
  });
  const { data: types } = useFeedTypes();
  return (
    <Loaded query={query}>
      {(feed) => {
        const pull = types?.find(({ type }) => type === feed.type);
        return (
          <>
            <ScreenHead
              back={{ to: pathTo(account.id, 'feeds'), label: t('app.feeds.title') }}
              title={feedName(feed)}
              actions={types && <FeedActions feed={feed} pull={pull} />}
            />
            <Stack gap="xl">
              <FeedFacts feed={feed} isPull={pull !== undefined} />
              {types && !pull && <PushHelp feed={feed} />}
              <Readings feedId={feed.id} />
            </Stack>
          </>
        );
      }}
    </Loaded>
  );
}
