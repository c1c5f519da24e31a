import { Button } from '@mantine/core';
import type { WebhookDelivery } from '@regrove/sdk';
import { eventKinds, kindOf } from '../../components/events/event-kinds.js';
import { Row } from '../../components/rows.js';
import { StatusBadge } from '../../components/status-badge.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { useOutcomeText } from './use-outcome-text.js';

const tones = { pending: 'busy', succeeded: 'good', failed: 'warn' } as const;

interface DeliveryRowProps {
  readonly delivery: WebhookDelivery;
  readonly onOpen: () => void;
}

export function DeliveryRow({ delivery, onOpen }: DeliveryRowProps) {
  const { t, moment } = useI18n();
  const outcomeText = useOutcomeText();
  const { type, status, attempts, created_at: createdAt, next_attempt_at: next } = delivery;
  const name = t(`app.events.${type}`);
  const last = attempts.at(-1);
  return (
    <Row
      icon={eventKinds[kindOf(type)].icon}
      title={name}
      badge={<StatusBadge tone={tones[status]}>{t(`app.webhooks.${status}`)}</StatusBadge>}
      details={[
        moment(createdAt),
        last && outcomeText(last),
        attempts.length > 1 ? t('app.webhooks.attempts', { count: attempts.length }) : undefined,
        next !== null && last ? t('app.webhooks.next', { moment: moment(next) }) : undefined,
      ]}
      actions={
        <Button
          variant="default"
          size="sm"
          aria-label={t('app.webhooks.showOf', { name: `${name}, ${moment(createdAt)}` })}
          onClick={onOpen}
        >
          {t('app.webhooks.show')}
        </Button>
      }
    />
  );
}
