import { Button, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconPlus } from '../../icons/icons.js';
import { screenPath, useScope } from '../../api/scope.js';
import { Card } from '../../components/card.js';
import { FullPermissionOnly } from '../../components/full-permission-only.js';
import { LoadError } from '../../components/load-error.js';
import { Rows } from '../../components/rows.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { AgentRow } from './agent-row.js';
import { useAgents } from './use-agents.js';

/** The programs that send the readings of a feed, and how they are. */
export function Agents({ feedId }: { readonly feedId: string }) {
  const { t } = useI18n();
  const { account } = useScope();
  const { data: agents, error, refetch } = useAgents(feedId);
  return (
    <Card
      title={t('app.feeds.agent.agents')}
      aside={
        <FullPermissionOnly>
          <Button
            component={Link}
            to={screenPath(account.id, `feeds/${feedId}/install`)}
            size="sm"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
          >
            {t('app.feeds.agent.install')}
          </Button>
        </FullPermissionOnly>
      }
    >
      {!agents ? (
        error ? (
          <LoadError error={error} retry={refetch} />
        ) : (
          <Skeleton height="4rem" radius="md" />
        )
      ) : agents.length > 0 ? (
        <Rows>
          {agents.map((agent) => (
            <AgentRow key={agent.id} agent={agent} />
          ))}
        </Rows>
      ) : (
        <Text c="dimmed">{t('app.feeds.agent.none')}</Text>
      )}
    </Card>
  );
}
