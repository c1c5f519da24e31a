import type { CreatedWebhookEndpoint, WebhookEndpoint } from '@regrove/sdk';
import { useState } from 'react';
import { useScope } from '../../api/scope.js';
import { ConfirmMutation } from '../../components/confirm-mutation.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { ShownSecret } from './shown-secret.js';
import { useEndpointMutation } from './use-endpoint-mutation.js';

interface RotateSecretProps {
  readonly endpoint: WebhookEndpoint;
  readonly onClose: () => void;
}

export function RotateSecret({ endpoint, onClose }: RotateSecretProps) {
  const { t } = useI18n();
  const { client } = useScope();
  const [rotated, setRotated] = useState<CreatedWebhookEndpoint>();
  const rotation = useEndpointMutation(() => client.webhookEndpoints.rotateSecret(endpoint.id), {
    onSuccess: setRotated,
  });
  if (rotated) return <ShownSecret endpoint={rotated} onClose={onClose} />;
  return (
    <ConfirmMutation
      title={t('app.webhooks.rotateTitle')}
      text={t('app.webhooks.rotateText')}
      action={t('app.webhooks.rotate')}
      mutation={rotation}
      onClose={onClose}
    />
  );
}
