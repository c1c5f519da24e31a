import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { defaultRevision, revisions } from '@regrove/sdk';
import { useState } from 'react';
import { appRequest, accountEndpoint } from '../../api/app-request.js';
import { useScope } from '../../api/scope.js';
import { useAccountMutation } from '../../api/use-account-mutation.js';
import type { CreatedApiKey, NewApiKey } from '../../api/wire.js';
import { FormDialog } from '../../components/form-dialog.js';
import { useServerFieldError } from '../../components/use-server-field-error.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { McpWrite } from './mcp-write.js';
import { NewKeyDialog } from './new-key-dialog.js';

export function CreateKey({ onClose }: { readonly onClose: () => void }) {
  const [created, setCreated] = useState<CreatedApiKey>();
  return created ? (
    <NewKeyDialog created={created} onClose={onClose} />
  ) : (
    <KeyForm onCreated={setCreated} onClose={onClose} />
  );
}

interface KeyFormProps {
  readonly onCreated: (created: CreatedApiKey) => void;
  readonly onClose: () => void;
}

function KeyForm({ onCreated, onClose }: KeyFormProps) {
  const { t } = useI18n();
  const { account } = useScope();
  const form = useForm({ initialValues: { name: '', revision: defaultRevision, mcpWrite: false } });
  const creation = useAccountMutation(
    (body: NewApiKey) => appRequest<CreatedApiKey>('POST', accountEndpoint(account, 'keys'), { body }),
    { successMessage: t('app.keys.created'), onSuccess: onCreated, invalidates: ['keys'] },
  );
  const error = useServerFieldError(form, creation.error, { name: 'name', revision: 'revision' });
  return (
    <FormDialog
      title={t('app.keys.create')}
      action={t('app.keys.createAction')}
      error={error}
      isBusy={creation.isPending}
      onSubmit={form.onSubmit(({ name, revision, mcpWrite }) =>
        creation.mutate({ name: name.trim() || null, revision, mcp_write: mcpWrite }),
      )}
      onClose={onClose}
    >
      <TextInput
        {...form.getInputProps('name')}
        data-autofocus
        maxLength={255}
        label={t('app.keys.name')}
        description={t('app.keys.nameHint')}
      />
      <NativeSelect
        {...form.getInputProps('revision')}
        label={t('app.keys.revision')}
        description={t('app.keys.revisionHint')}
        data={[...revisions]}
      />
      <McpWrite {...form.getInputProps('mcpWrite', { type: 'checkbox' })} />
    </FormDialog>
  );
}
