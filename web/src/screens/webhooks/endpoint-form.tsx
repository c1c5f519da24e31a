import { Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { WebhookEndpoint } from '@regrove/sdk';
import { useScope } from '../../api/scope.js';
import { FormDialog } from '../../components/form-dialog.js';
import { useServerFieldError } from '../../components/use-server-field-error.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { EventChoice } from './event-choice.js';

/** What a user decides about an endpoint, as in the API. */
export interface EndpointInput {
  readonly url: string;
  readonly events: string[];
  readonly description: string | null;
  readonly include_descendants: boolean;
}

interface EndpointFormProps {
  readonly title: string;
  readonly action: string;
  /** The one to change. */
  readonly endpoint?: WebhookEndpoint;
  readonly mutation: {
    readonly error: unknown;
    readonly isPending: boolean;
    readonly mutate: (input: EndpointInput) => void;
  };
  readonly onClose: () => void;
}

export function EndpointForm({ title, action, endpoint, mutation, onClose }: EndpointFormProps) {
  const { t } = useI18n();
  const { account } = useScope();
  const form = useForm({
    initialValues: {
      url: endpoint?.url ?? '',
      description: endpoint?.description ?? '',
      events: endpoint?.events ?? ['*'],
      below: endpoint?.include_descendants ?? false,
    },
    validate: {
      url: (url) => (url.trim() === '' ? t('app.required') : null),
      events: (events) => (events.length === 0 ? t('app.webhooks.chooseOne') : null),
    },
  });
  const fields = { url: 'url', description: 'description' };
  const error = useServerFieldError(form, mutation.error, fields);
  const { value, error: choiceError, onChange } = form.getInputProps('events') as ChoiceProps;
  return (
    <FormDialog
      title={title}
      action={action}
      size="lg"
      error={error}
      isBusy={mutation.isPending}
      onSubmit={form.onSubmit(({ url, description, events, below }) =>
        mutation.mutate({
          url: url.trim(),
          description: description.trim() || null,
          events,
          include_descendants: below,
        }),
      )}
      onClose={onClose}
    >
      <TextInput
        {...form.getInputProps('url')}
        data-autofocus
        type="url"
        maxLength={2048}
        label={t('app.servers.url')}
        description={t('app.webhooks.urlHint')}
        placeholder="https://example.com/webhooks"
      />
      <TextInput
        {...form.getInputProps('description')}
        maxLength={255}
        label={t('app.webhooks.description')}
      />
      <EventChoice value={value} error={choiceError} onChange={onChange} />
      {(account.accounts_count > 0 || endpoint?.include_descendants) && (
        <Switch {...form.getInputProps('below', { type: 'checkbox' })} label={t('app.settings.pageBelow')} />
      )}
    </FormDialog>
  );
}

interface ChoiceProps {
  readonly value: string[];
  readonly error?: string;
  readonly onChange: (value: string[]) => void;
}
