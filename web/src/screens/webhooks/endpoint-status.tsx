import type { WebhookEndpoint } from '@regrove/sdk';
import { StatusBadge } from '../../components/status-badge.js';
import { useI18n } from '../../i18n/use-i18n.js';

interface EndpointProps {
  readonly endpoint: WebhookEndpoint;
}

export function EndpointBadge({ endpoint: { status, disabled_reason: reason } }: EndpointProps) {
  const { t } = useI18n();
  if (status === 'enabled') return <StatusBadge>{t('app.webhooks.enabled')}</StatusBadge>;
  return (
    <StatusBadge tone={reason === 'requested' ? 'quiet' : 'warn'}>{t('app.webhooks.disabled')}</StatusBadge>
  );
}

/** Why the server has disabled an endpoint; undefined if it has not. */
export function useDisabledText(): (endpoint: WebhookEndpoint) => string | undefined {
  const { t } = useI18n();
  return ({ disabled_reason: reason }) =>
    reason === null || reason === 'requested' ? undefined : t(`app.webhooks.${reason}`);
}
