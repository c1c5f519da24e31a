import { Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertTriangle, IconCircleCheck } from '../../icons/icons.js';
import { useScope } from '../../api/scope.js';
import { ErrorText } from '../../components/error-text.js';
import { Snippet } from '../../components/snippet.js';
import { DisabledWhileAdvancing } from '../../components/disabled-while-advancing.js';
import { useServerFieldError } from '../../components/use-server-field-error.js';
import { useI18n } from '../../i18n/use-i18n.js';
import classes from './action-result.module.css';
import { useAgents } from './use-agents.js';
import { useFeedMutation } from './use-feed-mutation.js';

/** Makes a command for one agent, shows it this once, and tells when the agent has used it. */
export function EnrolAgent({ feedId }: { readonly feedId: string }) {
  const { t, moment } = useI18n();
  const { client } = useScope();
  const form = useForm({ initialValues: { name: '' } });
  const creation = useFeedMutation(({ name }: typeof form.values) =>
    client.feeds.createAgent(feedId, name.trim() ? { name: name.trim() } : {}),
  );
  const error = useServerFieldError(form, creation.error, { name: 'name' });
  const { data: made } = creation;
  if (made)
    return (
      <Stack>
        <Text>{t('app.feeds.agent.run')}</Text>
        <Snippet text={made.command} />
        <Text size="sm" c="dimmed">
          {t('app.feeds.agent.onlyNow', { moment: moment(made.expires_at) })}
        </Text>
        <Arrival feedId={feedId} agentId={made.id} onAgain={creation.reset} />
      </Stack>
    );
  return (
    <form noValidate onSubmit={form.onSubmit((values) => creation.mutate(values))}>
      <DisabledWhileAdvancing>
        <Stack>
          <Text>{t('app.feeds.agent.connectText')}</Text>
          <TextInput
            {...form.getInputProps('name')}
            label={t('app.feeds.agent.agentName')}
            description={t('app.feeds.agent.agentNameHint')}
            maxLength={255}
          />
          <ErrorText error={error} />
          <Group>
            <Button type="submit" loading={creation.isPending}>
              {t('app.feeds.agent.createCommand')}
            </Button>
          </Group>
        </Stack>
      </DisabledWhileAdvancing>
    </form>
  );
}

interface ArrivalProps {
  readonly feedId: string;
  readonly agentId: string;
  /** To make another command. */
  readonly onAgain: () => void;
}

function Arrival({ feedId, agentId, onAgain }: ArrivalProps) {
  const { t } = useI18n();
  const { data: agents, isFetching } = useAgents(feedId);
  const agent = agents?.find(({ id }) => id === agentId);
  // The list may be older than the agent until it is read again.
  const isWaiting = agent ? agent.status === 'pending' : isFetching;
  const isConnected = agent?.status === 'enrolled';
  const Icon = isConnected ? IconCircleCheck : IconAlertTriangle;
  return (
    <>
      <div className={classes['outcome']} data-state={isConnected ? 'well' : 'trouble'} role="status">
        {isWaiting ? <Loader size="sm" /> : <Icon size={24} aria-hidden="true" />}
        <Text>
          {isWaiting
            ? t('app.feeds.agent.waiting')
            : isConnected
              ? t('app.feeds.agent.connected', { name: agent.name ?? t('app.feeds.agent.unnamed') })
              : t('app.feeds.agent.ended')}
        </Text>
      </div>
      {!isWaiting && (
        <Group>
          <Button variant="default" onClick={onAgain}>
            {t('app.feeds.agent.another')}
          </Button>
        </Group>
      )}
    </>
  );
}
