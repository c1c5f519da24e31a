import { Stack, Switch } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useErrorText } from '../../api/error-message.js';
import type { Session } from '../../api/wire.js';
import { Card } from '../../components/card.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { useI18n, type MessageKey } from '../../i18n/use-i18n.js';
import { useSession, useUpdateSession } from '../../session/use-session.js';

type Topic = Session['user']['muted_mails'][number];

interface TopicEntry {
  readonly topic: Topic;
  readonly label: MessageKey;
  readonly text: MessageKey;
  /** What happens if nobody wants them. */
  readonly nobody?: MessageKey;
  readonly isForOperators?: boolean;
}

const topics: readonly TopicEntry[] = [
  { topic: 'month-end', label: 'app.notifications.monthEnd', text: 'app.notifications.monthEndText' },
  {
    topic: 'invoices',
    label: 'app.notifications.invoices',
    text: 'app.notifications.invoicesText',
    nobody: 'app.notifications.invoicesNobody',
  },
  { topic: 'feeds', label: 'app.notifications.feeds', text: 'app.notifications.feedsText' },
  { topic: 'quotes', label: 'app.notifications.quotes', text: 'app.notifications.quotesText' },
  { topic: 'webhooks', label: 'app.notifications.webhooks', text: 'app.notifications.webhooksText' },
  {
    topic: 'set-aside',
    label: 'app.notifications.setAside',
    text: 'app.notifications.setAsideText',
    isForOperators: true,
  },
];

export function View() {
  const { t } = useI18n();
  const { user, account } = useSession();
  const errorText = useErrorText();
  const change = useUpdateSession();
  const muted = user.muted_mails;
  const choose = (topic: Topic, isWanted: boolean): void =>
    change.mutate(
      { muted_mails: [...muted.filter((one) => one !== topic), ...(isWanted ? [] : [topic])] },
      {
        onSuccess: () => void notifications.show({ message: t('app.notifications.saved') }),
        onError: (error) => void notifications.show({ color: 'red', message: errorText(error) }),
      },
    );
  return (
    <>
      <ScreenHeader
        title={t('app.notifications.title')}
        intro={t('app.notifications.intro', { account: account.display_name })}
      />
      <Card>
        <Stack gap="lg">
          {topics
            .filter(({ isForOperators = false }) => user.is_operator || !isForOperators)
            .map(({ topic, label, text, nobody }) => (
              <Switch
                key={topic}
                label={t(label)}
                description={
                  nobody ? (
                    <>
                      {t(text)}
                      <br />
                      {t(nobody)}
                    </>
                  ) : (
                    t(text)
                  )
                }
                checked={!muted.includes(topic)}
                disabled={change.isPending}
                onChange={(event) => choose(topic, event.currentTarget.checked)}
              />
            ))}
        </Stack>
      </Card>
    </>
  );
}
