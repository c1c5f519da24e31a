import type { CreatedWebhookEndpoint } from '@regrove/sdk';
import { useState } from 'react';
import { useScope } from '../../api/scope.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { EndpointForm, type EndpointInput } from './endpoint-form.js';
import { ShownSecret } from './shown-secret.js';
import { useEndpointMutation } from './use-endpoint-mutation.js';

export function CreateEndpoint({ onClose }: { readonly onClose: () => void }) {
  const { t } = useI18n();
  const { client } = useScope();
  const [created, setCreated] = useState<CreatedWebhookEndpoint>();
  const creation = useEndpointMutation((input: EndpointInput) => client.webhookEndpoints.create(input), {
    successMessage: t('app.webhooks.created'),
    onSuccess: setCreated,
  });
  if (created) return <ShownSecret endpoint={created} onClose={onClose} />;
  return (
    <EndpointForm
      title={t('app.webhooks.create')}
      action={t('app.webhooks.createAction')}
      mutation={creation}
      onClose={onClose}
    />
  );
}
