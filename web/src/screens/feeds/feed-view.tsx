import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { appRequest, accountEndpoint } from '../../api/app-request.js';
import { accountKey, screenPath, usePathParams, useScope } from '../../api/scope.js';
import type { FeedDetails } from '../../api/wire.js';
import { Changes } from '../../components/changes.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { Devices } from './devices.js';
import { FeedActions } from './feed-actions.js';
import { FeedDetailsCard } from './feed-details-card.js';
import { feedName, useFeedTypes } from './feed-types.js';
import { PushInstructions } from './push-instructions.js';

export function View() {
  const i18n = useI18n();
  const { t } = i18n;
  const { account } = useScope();
  const { id = '' } = usePathParams();
  const query = useQuery({
    queryKey: accountKey(account.id, 'feeds', id),
    queryFn: ({ signal }) =>
      appRequest<FeedDetails>('GET', accountEndpoint(account, `feeds/${encodeURIComponent(id)}`), { signal }),
  });
  const { data: types } = useFeedTypes();
  return (
    <QueryBoundary query={query}>
      {(feed) => {
        const pull = types?.find(({ type }) => type === feed.type);
        return (
          <>
            <ScreenHeader
              back={{ to: screenPath(account.id, 'feeds'), label: t('app.feeds.title') }}
              title={feedName(i18n, feed)}
              actions={
                types && (
                  <Changes>
                    <FeedActions feed={feed} pull={pull} />
                  </Changes>
                )
              }
            />
            <Stack gap="xl">
              <FeedDetailsCard feed={feed} pull={pull} />
              {types && !pull && <PushInstructions feed={feed} />}
              <Devices feedId={feed.id} />
            </Stack>
          </>
        );
      }}
    </QueryBoundary>
  );
}
