import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Agent } from '@regrove/sdk';
import { IconDeviceDesktop } from '../../icons/icons.js';
import { useScope } from '../../api/scope.js';
import { FullPermissionOnly } from '../../components/full-permission-only.js';
import { ConfirmMutation } from '../../components/confirm-mutation.js';
import { Row } from '../../components/rows.js';
import { StatusBadge } from '../../components/status-badge.js';
import { useI18n } from '../../i18n/use-i18n.js';
import classes from './agent-row.module.css';
import { useAgentTroubleText } from './use-problem-text.js';
import { useFeedMutation } from './use-feed-mutation.js';

const tones = { pending: 'warn', expired: 'quiet', enrolled: 'good', revoked: 'quiet' } as const;

export function AgentRow({ agent }: { readonly agent: Agent }) {
  const { t, moment } = useI18n();
  const troubleText = useAgentTroubleText();
  const [isAsking, asking] = useDisclosure(false);
  const { status, version, devices, trouble, last_seen_at: seenAt, expires_at: expiresAt } = agent;
  const name = agent.name ?? t('app.feeds.agent.unnamed');
  return (
    <>
      <Row
        icon={IconDeviceDesktop}
        title={name}
        isPast={tones[status] === 'quiet'}
        badge={<StatusBadge tone={tones[status]}>{t(`app.feeds.agent.${status}`)}</StatusBadge>}
        details={[
          version === null ? undefined : t('app.feeds.agent.version', { version }),
          seenAt ? t('app.feeds.agent.lastSeen', { moment: moment(seenAt) }) : undefined,
          devices === null ? undefined : t('app.feeds.agent.devices', { devices }),
          status === 'pending' && expiresAt
            ? t('app.feeds.agent.validUntil', { moment: moment(expiresAt) })
            : undefined,
        ]}
        actions={
          <FullPermissionOnly>
            <Button
              variant="default"
              size="sm"
              aria-label={t('app.feeds.agent.revokeOf', { name })}
              onClick={asking.open}
            >
              {t('app.keys.revoke')}
            </Button>
          </FullPermissionOnly>
        }
      />
      {trouble.length > 0 && (
        <li className={classes['trouble']}>
          <details>
            <summary>{t('app.feeds.agent.trouble', { devices: trouble.length })}</summary>
            <dl>
              {trouble.map(({ address, reason }, index) => (
                // The agent may name an address twice.
                <div key={index}>
                  <dt>{address}</dt>
                  <dd>{troubleText(reason, address)}</dd>
                </div>
              ))}
            </dl>
          </details>
        </li>
      )}
      {isAsking && <RevokeAgent agent={agent} name={name} onClose={asking.close} />}
    </>
  );
}

interface RevokeAgentProps {
  readonly agent: Agent;
  readonly name: string;
  readonly onClose: () => void;
}

function RevokeAgent({ agent, name, onClose }: RevokeAgentProps) {
  const { t } = useI18n();
  const { client } = useScope();
  const revocation = useFeedMutation(() => client.feeds.revokeAgent(agent.feed_id, agent.id), {
    successMessage: t('app.feeds.agent.revokedNow'),
    onSuccess: onClose,
  });
  return (
    <ConfirmMutation
      title={t('app.feeds.agent.revokeTitle', { name })}
      text={t('app.feeds.agent.revokeText')}
      action={t('app.keys.revoke')}
      mutation={revocation}
      onClose={onClose}
    />
  );
}
