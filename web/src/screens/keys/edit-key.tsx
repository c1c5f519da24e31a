import { useForm } from '@mantine/form';
import { appRequest, accountEndpoint } from '../../api/app-request.js';
import { useScope } from '../../api/scope.js';
import { useAccountMutation } from '../../api/use-account-mutation.js';
import type { ApiKey, ApiKeyChanges } from '../../api/wire.js';
import { FormDialog } from '../../components/form-dialog.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { McpWrite } from './mcp-write.js';

interface EditKeyProps {
  readonly apiKey: ApiKey;
  readonly name: string;
  readonly onClose: () => void;
}

export function EditKey({ apiKey, name, onClose }: EditKeyProps) {
  const { t } = useI18n();
  const { account } = useScope();
  const form = useForm({ initialValues: { mcpWrite: apiKey.mcp_write } });
  const change = useAccountMutation(
    (body: ApiKeyChanges) =>
      appRequest<ApiKey>('PATCH', accountEndpoint(account, `keys/${apiKey.id}`), { body }),
    { successMessage: t('app.keys.changed'), onSuccess: onClose, invalidates: ['keys'] },
  );
  return (
    <FormDialog
      title={t('app.keys.editOf', { name })}
      action={t('app.save')}
      error={change.error}
      isBusy={change.isPending}
      onSubmit={form.onSubmit(({ mcpWrite }) => change.mutate({ mcp_write: mcpWrite }))}
      onClose={onClose}
    >
      <McpWrite {...form.getInputProps('mcpWrite', { type: 'checkbox' })} />
    </FormDialog>
  );
}
