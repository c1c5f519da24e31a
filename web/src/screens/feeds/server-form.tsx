import { NativeSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Server } from '@regrove/sdk';
import { useScope } from '../../api/scope.js';
import { FormDialog } from '../../components/form-dialog.js';
import { useServerFieldError } from '../../components/use-server-field-error.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { typeName, useFeedTypes } from './feed-types.js';
import { placeholderUsername, ServerFields, usernameOf } from './server-fields.js';
import { useFeedMutation } from './use-feed-mutation.js';

interface ServerFormProps {
  /** Undefined to create a new one. */
  readonly server?: Server;
  readonly onClose: () => void;
}

/** Scheme, host and port. An approximation: the server decides whether two URLs are equal. */
const placeOf = (url: string): string => /^[^:]*:\/\/[^/?#]*/.exec(url.trim())?.[0].toLowerCase() ?? '';

/** The stored password is never shown. It is kept unless a new one is entered or the host changes. */
export function ServerForm({ server, onClose }: ServerFormProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const { client } = useScope();
  const { data: types = [] } = useFeedTypes();
  const form = useForm({
    initialValues: {
      type: server?.type ?? 'snmp',
      url: server?.url ?? '',
      username: server && server.username !== placeholderUsername ? server.username : '',
      password: '',
    },
    validate: { url: (url) => (url.trim() ? null : t('app.required')) },
  });
  const change = useFeedMutation(
    (values: typeof form.values) => {
      const where = { url: values.url.trim(), username: usernameOf(values) };
      return server
        ? client.servers.update(server.id, {
            ...where,
            ...(values.password && { password: values.password }),
          })
        : client.servers.create({ ...where, type: values.type, password: values.password || null });
    },
    { successMessage: t(server ? 'app.saved' : 'app.servers.created'), onSuccess: onClose },
  );
  const error = useServerFieldError(form, change.error, {
    type: 'type',
    url: 'url',
    username: 'username',
    password: 'password',
  });
  const hasMoved = server !== undefined && placeOf(form.values.url) !== placeOf(server.url);
  return (
    <FormDialog
      title={t(server ? 'app.feeds.change' : 'app.servers.create')}
      action={t('app.save')}
      error={error}
      isBusy={change.isPending}
      onSubmit={form.onSubmit((values) => change.mutate(values))}
      onClose={onClose}
    >
      {!server && (
        <NativeSelect
          {...form.getInputProps('type')}
          label={t('app.feeds.type')}
          data={types.map(({ type }) => ({ value: type, label: typeName(i18n, type) }))}
        />
      )}
      <ServerFields
        type={form.values.type}
        inputOf={(field) => form.getInputProps(field)}
        storedPassword={server && t(hasMoved ? 'app.servers.passwordAgain' : 'app.servers.passwordStays')}
      />
    </FormDialog>
  );
}
