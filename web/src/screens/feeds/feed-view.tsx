import { Stack } from '@mantine/core';
import { screenPath, usePathParams, useScope } from '../../api/scope.js';
import { FullPermissionOnly } from '../../components/full-permission-only.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { Agents } from './agents.js';
import { Devices } from './devices.js';
import { FeedActions } from './feed-actions.js';
import { FeedDetailsCard } from './feed-details-card.js';
import { agentType, feedName, useFeedTypes } from './feed-types.js';
import { PrivateAddress } from './private-address.js';
import { PushInstructions } from './push-instructions.js';
import { useFeed } from './use-feed.js';

export function View() {
  const i18n = useI18n();
  const { t } = i18n;
  const { account } = useScope();
  const { id = '' } = usePathParams();
  const query = useFeed(id);
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
                  <FullPermissionOnly>
                    <FeedActions feed={feed} pull={pull} />
                  </FullPermissionOnly>
                )
              }
            />
            <Stack gap="xl">
              <FeedDetailsCard feed={feed} pull={pull} />
              {feed.health_check_reason === 'privateAddress' && <PrivateAddress />}
              {feed.type === agentType && <Agents feedId={feed.id} />}
              {types && !pull && feed.type !== agentType && <PushInstructions feed={feed} />}
              <Devices feedId={feed.id} />
            </Stack>
          </>
        );
      }}
    </QueryBoundary>
  );
}
