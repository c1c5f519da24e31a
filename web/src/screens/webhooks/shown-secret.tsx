import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { CreatedWebhookEndpoint } from '@regrove/sdk';
import { Snippet } from '../../components/snippet.js';
import { useI18n } from '../../i18n/use-i18n.js';

interface ShownSecretProps {
  readonly endpoint: CreatedWebhookEndpoint;
  readonly onClose: () => void;
}

/** The secret is shown only once, so only the button closes the dialog. */
export function ShownSecret({ endpoint, onClose }: ShownSecretProps) {
  const { t } = useI18n();
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('app.webhooks.secretTitle')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <Text>{t('app.webhooks.secretText')}</Text>
        <Snippet label={t('app.webhooks.secret')} text={endpoint.secret} />
      </Stack>
      <Group justify="flex-end" mt="xl">
        <Button onClick={onClose} data-autofocus>
          {t('app.webhooks.done')}
        </Button>
      </Group>
    </Modal>
  );
}
