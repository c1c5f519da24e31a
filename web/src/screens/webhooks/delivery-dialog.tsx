import { Button, Group, Modal, Skeleton, Stack, Text, Title } from '@mantine/core';
import {
  NotFoundError,
  Regrove,
  type Revision,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '@regrove/sdk';
import { useQuery } from '@tanstack/react-query';
import { clientOptions } from '../../api/client.js';
import { accountKey, useScope } from '../../api/scope.js';
import { FullPermissionOnly } from '../../components/full-permission-only.js';
import { ErrorText } from '../../components/error-text.js';
import { Snippet } from '../../components/snippet.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { Answer } from './answer.js';
import { useEndpointMutation } from './use-endpoint-mutation.js';
import classes from './webhooks.module.css';

interface DeliveryDialogProps {
  readonly endpoint: WebhookEndpoint;
  readonly delivery: WebhookDelivery;
  readonly onClose: () => void;
}

/** What was sent, and what came back each time. */
export function DeliveryDialog({ endpoint, delivery, onClose }: DeliveryDialogProps) {
  const { t } = useI18n();
  const { client } = useScope();
  const retry = useEndpointMutation(
    (_: undefined, once) => client.webhookEndpoints.retryDelivery(endpoint.id, delivery.id, once),
    { successMessage: t('app.webhooks.retried'), onSuccess: onClose },
  );
  const { attempts } = delivery;
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={t(`app.events.${delivery.type}`)}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <Stack>
        <ErrorText error={retry.error} />
        <Title order={3} className={classes['part']}>
          {t('app.webhooks.received')}
        </Title>
        {attempts.length === 0 && <Text c="dimmed">{t('app.webhooks.notSent')}</Text>}
        {attempts.toReversed().map((attempt) => (
          <Answer key={attempt.at} attempt={attempt} />
        ))}
        <Title order={3} className={classes['part']}>
          {t('app.webhooks.sent')}
        </Title>
        <SentEvent endpoint={endpoint} delivery={delivery} />
      </Stack>
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('app.close')}
        </Button>
        <FullPermissionOnly>
          <Button loading={retry.isPending} onClick={() => retry.mutate(undefined)}>
            {t('app.webhooks.retry')}
          </Button>
        </FullPermissionOnly>
      </Group>
    </Modal>
  );
}

type SentEventProps = Pick<DeliveryDialogProps, 'endpoint' | 'delivery'>;

/** The event, in the revision in which the endpoint gets it. */
function SentEvent({ endpoint, delivery }: SentEventProps) {
  const { t } = useI18n();
  const { account_id: account, event_id: id } = delivery;
  const revision = endpoint.revision as Revision;
  const { data, error } = useQuery({
    queryKey: accountKey(account, 'events', id, revision),
    queryFn: ({ signal }) => new Regrove({ ...clientOptions, revision, account }).events.get(id, { signal }),
  });
  if (error instanceof NotFoundError) return <Text c="dimmed">{t('app.webhooks.error.event_not_kept')}</Text>;
  if (error) return <ErrorText error={error} />;
  if (!data) return <Skeleton height="8rem" />;
  return <Snippet label={`webhook-id: ${id}`} text={JSON.stringify(data, null, 2)} />;
}
