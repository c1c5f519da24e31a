import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { askApp, ofAccount } from '../../api/ask-app.js';
import { accountKey, pathTo, usePathParts, useScope } from '../../api/scope.js';
import type { WatchedFeed } from '../../api/wire.js';
import { BackLink } from '../../parts/back-link.js';
import { Failure } from '../../parts/failure.js';
import { ScreenHead } from '../../parts/screen-head.js';
import { useWords } from '../../words/words.js';
import { FeedActions } from './feed-actions.js';
import { FeedFacts } from './feed-facts.js';
import { feedName, useFeedTypes } from './feed-types.js';
import { PushHelp } from './push-help.js';
import { Readings } from './readings.js';

export function View() {
  const { say } = useWords();
  const { account } = useScope();
  const { id = '' } = usePathParts();
  const {
    data: feed,
    error,
    refetch,
  } = useQuery({
    queryKey: accountKey(account.id, 'feeds', id),
    queryFn: ({ signal }) =>
      askApp<WatchedFeed>('GET', ofAccount(account, `feeds/${encodeURIComponent(id)}`), { signal }),
  });
  const { data: types } = useFeedTypes();
  const pull = types?.find(({ type }) => type === feed?.type);
  return (
    <>
      <BackLink to={pathTo(account.id, 'feeds')} label={say('app.feeds.title')} />
      {feed ? (
        <>
          <ScreenHead title={feedName(feed)} actions={types && <FeedActions feed={feed} pull={pull} />} />
          <Stack gap="xl">
            <FeedFacts feed={feed} isPull={pull !== undefined} />
            {types && !pull && <PushHelp feed={feed} />}
            <Readings feedId={feed.id} />
          </Stack>
        </>
      ) : error ? (
        <Failure error={error} retry={refetch} order={1} />
      ) : (
        <Skeleton height="18rem" radius="lg" />
      )}
    </>
  );
}
