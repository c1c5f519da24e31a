import { Anchor } from '@mantine/core';
import type { WebhookEndpoint } from '@regrove/sdk';
import { Link } from '@tanstack/react-router';
import { IconWebhook } from '../../icons/icons.js';
import { screenPath, useScope } from '../../api/scope.js';
import { Row } from '../../components/rows.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { EndpointBadge, useDisabledText } from './endpoint-status.js';
import { typesIn } from './event-selection.js';

export function EndpointRow({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { t, day } = useI18n();
  const { account } = useScope();
  const disabledText = useDisabledText();
  const { url, description, events, created_at: createdAt } = endpoint;
  return (
    <Row
      icon={IconWebhook}
      isPast={endpoint.status === 'disabled'}
      title={
        <Anchor
          component={Link}
          to={screenPath(account.id, `webhooks/${endpoint.id}`)}
          c="inherit"
          fw="inherit"
        >
          {url}
        </Anchor>
      }
      badge={<EndpointBadge endpoint={endpoint} />}
      details={[
        description ?? undefined,
        events.includes('*')
          ? t('app.webhooks.everything')
          : t('app.webhooks.selected', { count: typesIn(events).size }),
        t('app.keys.createdOn', { date: day(createdAt) }),
        disabledText(endpoint),
      ]}
    />
  );
}
