import type { WebhookEndpoint } from '@regrove/sdk';
import { useNavigate } from '@tanstack/react-router';
import { screenPath, useScope } from '../../api/scope.js';
import { ConfirmMutation } from '../../components/confirm-mutation.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { useEndpointMutation } from './use-endpoint-mutation.js';

interface DeleteEndpointProps {
  readonly endpoint: WebhookEndpoint;
  readonly onClose: () => void;
}

export function DeleteEndpoint({ endpoint, onClose }: DeleteEndpointProps) {
  const { t } = useI18n();
  const { account, client } = useScope();
  const navigate = useNavigate();
  const removal = useEndpointMutation(() => client.webhookEndpoints.delete(endpoint.id), {
    successMessage: t('app.webhooks.deleted'),
    onSuccess: () => navigate({ to: screenPath(account.id, 'webhooks'), replace: true }),
  });
  return (
    <ConfirmMutation
      title={t('app.webhooks.deleteTitle')}
      text={t('app.webhooks.deleteText', { address: endpoint.url })}
      action={t('app.delete')}
      mutation={removal}
      onClose={onClose}
    />
  );
}
