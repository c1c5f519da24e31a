import { Group, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { NewWebhookReplay, WebhookEndpoint } from '@regrove/sdk';
import { useScope } from '../../api/scope.js';
import { today } from '../../clock.js';
import { FormDialog } from '../../components/form-dialog.js';
import { useServerFieldError } from '../../components/use-server-field-error.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { useEndpointMutation } from './use-endpoint-mutation.js';

interface ReplayEventsProps {
  readonly endpoint: WebhookEndpoint;
  readonly onClose: () => void;
}

export function ReplayEvents({ endpoint, onClose }: ReplayEventsProps) {
  const { t } = useI18n();
  const { client } = useScope();
  const form = useForm({
    initialValues: { from: today(), until: today() },
    validate: {
      from: (from) => (from === '' ? t('app.required') : null),
      until: (until) => (until === '' ? t('app.required') : null),
    },
  });
  const replay = useEndpointMutation(
    (range: NewWebhookReplay, once) => client.webhookEndpoints.replay(endpoint.id, range, once),
    {
      successMessage: ({ events }) => t('app.webhooks.replayed', { count: events }),
      onSuccess: onClose,
    },
  );
  const error = useServerFieldError(form, replay.error, { start_date: 'from', end_date: 'until' });
  return (
    <FormDialog
      title={t('app.webhooks.replay')}
      action={t('app.webhooks.retry')}
      error={error}
      isBusy={replay.isPending}
      onSubmit={form.onSubmit(({ from, until }) => replay.mutate({ start_date: from, end_date: until }))}
      onClose={onClose}
    >
      <Text>{t('app.webhooks.replayText')}</Text>
      <Group grow align="flex-start">
        <TextInput
          {...form.getInputProps('from')}
          data-autofocus
          type="date"
          max={form.values.until || today()}
          label={t('app.list.from')}
        />
        <TextInput
          {...form.getInputProps('until')}
          type="date"
          min={form.values.from}
          max={today()}
          label={t('app.list.until')}
        />
      </Group>
    </FormDialog>
  );
}
