import { Button, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { version } from '../../../package.json';
import { screenPath, usePathParams, useScope } from '../../api/scope.js';
import { Card } from '../../components/card.js';
import { NotFound } from '../../components/not-found.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { Snippet } from '../../components/snippet.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { EnrolAgent } from './enrol-agent.js';
import { agentType, feedName } from './feed-types.js';
import classes from './new-feed.module.css';
import { useFeed } from './use-feed.js';

/** Of a release, because the npm registry has no package of ours: anybody could publish one there. */
const file = `regrove-agent-${version}.tgz`;
/** In the order in which they are done on the computer of the agent. */
const program = `npm install --global ./${file}`;
const reading = ['regrove-agent scan 192.168.1.0/24', 'regrove-agent read --now', 'regrove-agent run'].join(
  '\n',
);

export function View() {
  const i18n = useI18n();
  const { t } = i18n;
  const { account } = useScope();
  const { id = '' } = usePathParams();
  const query = useFeed(id);
  return (
    <QueryBoundary query={query}>
      {(feed) => {
        if (feed.type !== agentType) return <NotFound />;
        const back = screenPath(account.id, `feeds/${feed.id}`);
        return (
          <>
            <ScreenHeader
              back={{ to: back, label: feedName(i18n, feed) }}
              title={t('app.feeds.agent.install')}
              intro={t('app.feeds.agent.installIntro')}
            />
            <div className={classes['steps']}>
              <Card title={t('app.feeds.agent.program')}>
                <Stack>
                  <Text>{t('app.feeds.agent.programText', { file })}</Text>
                  <Snippet text={program} />
                  <Text size="sm" c="dimmed">
                    {t('app.feeds.agent.programHint')}
                  </Text>
                </Stack>
              </Card>
              <Card title={t('app.feeds.agent.connect')}>
                <EnrolAgent feedId={feed.id} />
              </Card>
              <Card title={t('app.feeds.agent.scan')}>
                <Stack>
                  <Text>{t('app.feeds.agent.scanText')}</Text>
                  <Snippet text={reading} />
                  <Text size="sm" c="dimmed">
                    {t('app.feeds.agent.scanHint')}
                  </Text>
                </Stack>
              </Card>
              <div>
                <Button component={Link} to={back} variant="default">
                  {t('app.feeds.agent.toFeed')}
                </Button>
              </div>
            </div>
          </>
        );
      }}
    </QueryBoundary>
  );
}
