import { Button, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { accountEndpoint, appRequest } from '../../api/app-request.js';
import { useScope } from '../../api/scope.js';
import { useAccountMutation } from '../../api/use-account-mutation.js';
import type { CreatedSandbox, NewSandbox } from '../../api/wire.js';
import { FormDialog } from '../../components/form-dialog.js';
import { useServerFieldError } from '../../components/use-server-field-error.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { sandboxPath } from '../../base-path.js';
import { ShownKey } from '../keys/shown-key.js';

const days = 30;

export function CreateSandbox({ onClose }: { readonly onClose: () => void }) {
  const { t } = useI18n();
  const [created, setCreated] = useState<CreatedSandbox>();
  return created ? (
    <ShownKey
      title={t('app.sandboxes.readyTitle')}
      label={t('app.sandboxes.firstKey')}
      apiKey={created.key}
      path="sandbox"
      action={
        <Button component="a" href={sandboxPath(created.id)}>
          {t('app.sandboxes.open')}
        </Button>
      }
      onClose={onClose}
    />
  ) : (
    <SandboxForm onCreated={setCreated} onClose={onClose} />
  );
}

interface SandboxFormProps {
  readonly onCreated: (created: CreatedSandbox) => void;
  readonly onClose: () => void;
}

function SandboxForm({ onCreated, onClose }: SandboxFormProps) {
  const { t } = useI18n();
  const { account } = useScope();
  const form = useForm({ initialValues: { name: '' } });
  const creation = useAccountMutation(
    (body: NewSandbox) => appRequest<CreatedSandbox>('POST', accountEndpoint(account, 'sandboxes'), { body }),
    { successMessage: t('app.sandboxes.created'), onSuccess: onCreated, invalidates: ['sandboxes'] },
  );
  const error = useServerFieldError(form, creation.error, { name: 'name' });
  return (
    <FormDialog
      title={t('app.sandboxes.create')}
      action={t('app.sandboxes.createAction')}
      error={error}
      isBusy={creation.isPending}
      onSubmit={form.onSubmit(({ name }) => creation.mutate({ name: name.trim() || null }))}
      onClose={onClose}
    >
      <TextInput
        {...form.getInputProps('name')}
        data-autofocus
        maxLength={255}
        label={t('app.keys.name')}
        description={t('app.sandboxes.nameHint')}
      />
      <Text size="sm" c="dimmed">
        {t('app.sandboxes.contents', { days })}
      </Text>
    </FormDialog>
  );
}
