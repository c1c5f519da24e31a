import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import type { NewFeed } from '@regrove/sdk';
import { screenPath, useScope } from '../../api/scope.js';
import type { FeedType } from '../../api/wire.js';
import { useServerFieldError } from '../../components/use-server-field-error.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { agentType } from './feed-types.js';
import { usernameOf, type ServerValues } from './server-fields.js';
import { useFeedMutation } from './use-feed-mutation.js';

/** Selected instead of an existing server's id. */
export const newServer = '';

interface FeedFormOptions {
  readonly type: string | undefined;
  readonly pull: FeedType | undefined;
  readonly taken: readonly string[];
}

interface Fields extends ServerValues {
  readonly type: string;
  readonly serverId: string;
  readonly externalId: string;
  readonly scope: NonNullable<NewFeed['collection_scope']>;
}

export function useFeedForm({ type, pull, taken }: FeedFormOptions) {
  const { t } = useI18n();
  const { account, client } = useScope();
  const navigate = useNavigate();
  const required = (text: string): string | null => (text.trim() ? null : t('app.required'));
  const form = useForm<Fields>({
    initialValues: {
      type: type ?? '',
      serverId: newServer,
      url: '',
      username: '',
      password: '',
      externalId: '',
      scope: 'all',
    },
    validate: {
      type: (name) =>
        type !== undefined || (/^[a-z0-9][a-z0-9_]{0,63}$/.test(name.trim()) && !taken.includes(name.trim()))
          ? null
          : t('app.feeds.push.typeHint'),
      url: (url, { serverId }) => (pull?.needs_server && serverId === newServer ? required(url) : null),
      externalId: (id) => (pull?.needs_external_id ? required(id) : null),
    },
  });
  const serverFor = async (values: Fields): Promise<string | null> => {
    if (!pull?.needs_server) return null;
    if (values.serverId !== newServer) return values.serverId;
    const { id } = await client.servers.create({
      type: pull.type,
      url: values.url.trim(),
      username: usernameOf(values),
      password: values.password || null,
    });
    // If creating the feed fails, the next attempt uses the same server.
    form.setFieldValue('serverId', id);
    return id;
  };
  const creation = useFeedMutation(
    async (values: Fields) =>
      client.feeds.create({
        type: values.type.trim(),
        server_id: await serverFor(values),
        external_id: values.externalId.trim() || null,
        ...(pull?.names_hosts && values.password && { server_password: values.password }),
        collection_scope: values.scope,
      }),
    {
      successMessage: t('app.feeds.created'),
      onSuccess: ({ id }) =>
        navigate({ to: screenPath(account.id, `feeds/${id}${type === agentType ? '/install' : ''}`) }),
    },
  );
  const error = useServerFieldError(form, creation.error, {
    type: 'type',
    url: 'url',
    username: 'username',
    password: 'password',
    server_id: 'serverId',
    server_password: 'password',
    external_id: 'externalId',
    collection_scope: 'scope',
  });
  return { form, creation, error };
}
