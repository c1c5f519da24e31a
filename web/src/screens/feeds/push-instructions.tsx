import { Text } from '@mantine/core';
import { useScope } from '../../api/scope.js';
import type { FeedDetails } from '../../api/wire.js';
import { Snippet } from '../../components/snippet.js';
import { Card } from '../../components/card.js';
import { useI18n } from '../../i18n/use-i18n.js';

export function PushInstructions({ feed }: { readonly feed: FeedDetails }) {
  const { t } = useI18n();
  const { account } = useScope();
  const url = `${location.origin}/v1/accounts/${account.id}/feeds/${feed.id}/readings`;
  return (
    <Card title={t('app.feeds.push.title')}>
      <Text mb="md">{t('app.feeds.push.text')}</Text>
      <Snippet
        text={[
          `curl -u 'API_KEY:' -A 'YourSoftware/1.0.0 (YourCompany)' \\`,
          `  ${url} \\`,
          `  -d '{"readings": [{"device": "CNB1234567", "total": 120000}]}'`,
        ].join('\n')}
      />
      <Text mt="md" size="sm" c="dimmed">
        {t('app.feeds.push.hint')}
      </Text>
    </Card>
  );
}
