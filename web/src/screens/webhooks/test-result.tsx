import { Button, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import type { WebhookTest } from '@regrove/sdk';
import { ErrorText } from '../../components/error-text.js';
import { StatusBadge } from '../../components/status-badge.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { Answer } from './answer.js';

interface TestResultProps {
  readonly test: { readonly data: WebhookTest | undefined; readonly error: unknown };
  readonly onClose: () => void;
}

export function TestResult({ test: { data, error }, onClose }: TestResultProps) {
  const { t } = useI18n();
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('app.webhooks.test')}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <div role="status">
        {!data && !error && <Loader size="sm" />}
        <ErrorText error={error} />
        {data && (
          <Stack gap="sm">
            <Group gap="sm">
              <StatusBadge tone={data.succeeded ? 'good' : 'warn'}>
                {t(data.succeeded ? 'app.webhooks.succeeded' : 'app.webhooks.failed')}
              </StatusBadge>
              <Text>{t(data.succeeded ? 'app.webhooks.testSucceeded' : 'app.webhooks.testFailed')}</Text>
            </Group>
            <Answer attempt={data} />
          </Stack>
        )}
      </div>
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('app.close')}
        </Button>
      </Group>
    </Modal>
  );
}
