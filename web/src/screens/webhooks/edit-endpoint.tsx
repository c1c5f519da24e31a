import type { WebhookEndpoint } from '@regrove/sdk';
import { useScope } from '../../api/scope.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { EndpointForm, type EndpointInput } from './endpoint-form.js';
import { useEndpointMutation } from './use-endpoint-mutation.js';

interface EditEndpointProps {
  readonly endpoint: WebhookEndpoint;
  readonly onClose: () => void;
}

export function EditEndpoint({ endpoint, onClose }: EditEndpointProps) {
  const { t } = useI18n();
  const { client } = useScope();
  const change = useEndpointMutation(
    (input: EndpointInput) => client.webhookEndpoints.update(endpoint.id, input),
    { successMessage: t('app.saved'), onSuccess: onClose },
  );
  return (
    <EndpointForm
      title={t('app.webhooks.edit')}
      action={t('app.save')}
      endpoint={endpoint}
      mutation={change}
      onClose={onClose}
    />
  );
}
