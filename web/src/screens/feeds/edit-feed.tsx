import { useForm } from '@mantine/form';
import { useScope } from '../../api/scope.js';
import type { FeedType, FeedDetails } from '../../api/wire.js';
import { FormDialog } from '../../components/form-dialog.js';
import { useServerFieldError } from '../../components/use-server-field-error.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { ExternalIdField } from './external-id-field.js';
import { ServerPasswordField } from './server-password-field.js';
import { ServerSelect } from './server-select.js';
import { useFeedMutation } from './use-feed-mutation.js';
import { useServers } from './use-servers.js';

interface EditFeedProps {
  readonly feed: FeedDetails;
  readonly pull: FeedType | undefined;
  readonly onClose: () => void;
}

export function EditFeed({ feed, pull, onClose }: EditFeedProps) {
  const { t } = useI18n();
  const { client } = useScope();
  const { data: servers = [] } = useServers(feed.type);
  const form = useForm({
    initialValues: {
      serverId: feed.server_id ?? '',
      externalId: feed.external_id ?? '',
      password: '',
    },
    validate: {
      externalId: (id) => (pull?.needs_external_id && !id.trim() ? t('app.required') : null),
    },
  });
  const { serverId, externalId } = form.values;
  // Only an account with access to the server may choose what is read from it.
  const isFixed = feed.server_id !== null && feed.server_url === null && serverId === feed.server_id;
  // Saving without changes restores a feed that may not read from its server.
  const isSetAnew =
    serverId !== feed.server_id ||
    externalId.trim() !== (feed.external_id ?? '') ||
    feed.health_check_reason === 'server';
  const namesHosts = pull?.names_hosts === true && !isFixed && isSetAnew && externalId.trim() !== '';
  const change = useFeedMutation(
    (fields: typeof form.values) =>
      client.feeds.update(feed.id, {
        ...(fields.serverId && fields.serverId !== feed.server_id && { server_id: fields.serverId }),
        ...(!isFixed && { external_id: fields.externalId.trim() || null }),
        ...(namesHosts && fields.password && { server_password: fields.password }),
      }),
    { successMessage: t('app.saved'), onSuccess: onClose },
  );
  const error = useServerFieldError(form, change.error, {
    server_id: 'serverId',
    external_id: 'externalId',
    server_password: 'password',
  });
  return (
    <FormDialog
      title={t('app.feeds.change')}
      action={t('app.save')}
      error={error}
      isBusy={change.isPending}
      onSubmit={form.onSubmit((fields) => change.mutate(fields))}
      onClose={onClose}
    >
      {pull?.needs_server && (
        <ServerSelect
          {...form.getInputProps('serverId')}
          servers={servers}
          // A server of an account above is kept unless another one is chosen.
          other={
            servers.some(({ id }) => id === feed.server_id)
              ? undefined
              : { value: feed.server_id ?? '', label: feed.server_url ?? t('app.feeds.serverAbove') }
          }
        />
      )}
      <ExternalIdField
        type={feed.type}
        pull={pull}
        {...form.getInputProps('externalId')}
        {...(isFixed && { readOnly: true, description: t('app.feeds.fixedAbove') })}
      />
      {namesHosts && <ServerPasswordField {...form.getInputProps('password')} />}
    </FormDialog>
  );
}
