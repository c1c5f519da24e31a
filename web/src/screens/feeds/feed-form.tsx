import { Button, Group, NativeSelect, Skeleton, Stack, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { FeedType } from '../../api/wire.js';
import { focusFirstError } from '../../components/focus-first-error.js';
import { ErrorText } from '../../components/error-text.js';
import { Card } from '../../components/card.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { ExternalIdField } from './external-id-field.js';
import { agentType, typeHelp, typeName } from './feed-types.js';
import classes from './new-feed.module.css';
import { isPrivateAddress, PrivateAddress } from './private-address.js';
import { ServerFields } from './server-fields.js';
import { ServerPasswordField } from './server-password-field.js';
import { ServerSelect } from './server-select.js';
import { newServer, useFeedForm } from './use-feed-form.js';
import { useServers } from './use-servers.js';

interface FeedFormProps {
  /** Undefined for a push feed, whose type is entered. */
  readonly type: string | undefined;
  readonly pull: FeedType | undefined;
  /** Names that a push feed cannot have. */
  readonly taken: readonly string[];
}

export function FeedForm({ type, pull, taken }: FeedFormProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const { data: servers, isPending } = useServers(type ?? '');
  const { form, creation, error } = useFeedForm({ type, pull, taken });
  const top = useRef<HTMLFormElement>(null);
  useEffect(() => {
    top.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const before = type === undefined ? undefined : typeHelp(type)?.before;
  const needsServer = pull?.needs_server === true;
  const { serverId, url, externalId } = form.values;
  const named = [
    ...(needsServer && serverId === newServer ? [url] : []),
    ...(pull?.names_hosts ? [externalId] : []),
  ];
  if (needsServer && isPending) return <Skeleton height="18rem" radius="lg" />;
  return (
    <form
      ref={top}
      noValidate
      onSubmit={form.onSubmit((values) => creation.mutate(values), focusFirstError(form))}
    >
      <Card title={type === undefined ? t('app.feeds.push.name') : typeName(i18n, type)}>
        <Stack>
          {before && (
            <p className={classes['before']}>
              <strong>{t('app.feeds.before')}</strong>
              {t(before)}
            </p>
          )}
          {type === undefined && (
            <TextInput
              {...form.getInputProps('type')}
              label={t('app.feeds.push.type')}
              description={t('app.feeds.push.typeHint')}
              placeholder="fmaudit"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
          {needsServer && servers && servers.length > 0 && (
            <ServerSelect
              {...form.getInputProps('serverId')}
              servers={servers}
              other={{ value: newServer, label: t('app.feeds.newServer') }}
            />
          )}
          {needsServer && type !== undefined && serverId === newServer && (
            <ServerFields type={type} inputOf={(field) => form.getInputProps(field)} />
          )}
          <ExternalIdField type={type ?? ''} pull={pull} {...form.getInputProps('externalId')} />
          {pull?.names_hosts && serverId !== newServer && externalId.trim() && (
            <ServerPasswordField {...form.getInputProps('password')} />
          )}
          {named.some(isPrivateAddress) && <PrivateAddress />}
          {type !== agentType && (
            <NativeSelect
              {...form.getInputProps('scope')}
              label={t('app.feeds.scope')}
              description={t('app.feeds.scopeHint')}
              data={[
                { value: 'all', label: t('app.feeds.scopeAll') },
                { value: 'managed_only', label: t('app.feeds.scopeManaged') },
              ]}
            />
          )}
          <ErrorText error={error} />
        </Stack>
        <Group justify="flex-end" mt="xl">
          <Button type="submit" loading={creation.isPending}>
            {t('app.feeds.createAction')}
          </Button>
        </Group>
      </Card>
    </form>
  );
}
