import { Stack, Text } from '@mantine/core';
import type { WebhookEndpoint } from '@regrove/sdk';
import { useQuery } from '@tanstack/react-query';
import { accountKey, screenPath, usePathParams, useScope } from '../../api/scope.js';
import { Card } from '../../components/card.js';
import { FullPermissionOnly } from '../../components/full-permission-only.js';
import { Hint } from '../../components/hint.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { Snippet } from '../../components/snippet.js';
import { MessagePartProvider } from '../../i18n/i18n-provider.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { Deliveries } from './deliveries.js';
import { EndpointActions } from './endpoint-actions.js';
import { EndpointBadge, useDisabledText } from './endpoint-status.js';
import { typesIn } from './event-selection.js';
import classes from './webhooks.module.css';

export function View() {
  const { account, client } = useScope();
  const { id = '' } = usePathParams();
  const query = useQuery({
    queryKey: accountKey(account.id, 'webhooks', id),
    queryFn: ({ signal }) => client.webhookEndpoints.get(id, { signal }),
  });
  return (
    <MessagePartProvider part="events">
      <QueryBoundary query={query}>{(endpoint) => <EndpointScreen endpoint={endpoint} />}</QueryBoundary>
    </MessagePartProvider>
  );
}

function EndpointScreen({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { t } = useI18n();
  const { account } = useScope();
  const disabledText = useDisabledText()(endpoint);
  return (
    <>
      <ScreenHeader
        back={{ to: screenPath(account.id, 'webhooks'), label: t('app.webhooks.all') }}
        title={endpoint.url}
        {...(endpoint.description !== null && { intro: endpoint.description })}
        actions={
          <FullPermissionOnly>
            <EndpointActions endpoint={endpoint} />
          </FullPermissionOnly>
        }
      />
      {disabledText !== undefined && <Hint>{disabledText}</Hint>}
      <Stack gap="xl">
        <Details endpoint={endpoint} />
        <Deliveries endpoint={endpoint} />
      </Stack>
    </>
  );
}

function Details({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { t } = useI18n();
  const { events, include_descendants: below, public_key: publicKey, revision } = endpoint;
  const chosen = events.includes('*')
    ? [t('app.webhooks.everything')]
    : [...typesIn(events)].map((type) => t(`app.events.${type}`));
  return (
    <Card title={t('app.webhooks.events')} aside={<EndpointBadge endpoint={endpoint} />}>
      <Stack>
        <ul className={classes['facts']}>
          {chosen.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
        <Text c="dimmed" fz="sm">
          {[t('app.keys.revisionOf', { revision }), ...(below ? [t('app.settings.pageBelow')] : [])].join(
            ' · ',
          )}
        </Text>
        <Snippet label={t('app.webhooks.publicKey')} text={publicKey} />
      </Stack>
    </Card>
  );
}
