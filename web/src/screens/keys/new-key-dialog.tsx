import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { CreatedApiKey } from '../../api/wire.js';
import { Snippet } from '../../components/snippet.js';
import { useI18n } from '../../i18n/use-i18n.js';

interface NewKeyDialogProps {
  readonly created: CreatedApiKey;
  readonly onClose: () => void;
}

/** The key is shown only once, so only the button closes the dialog. */
export function NewKeyDialog({ created, onClose }: NewKeyDialogProps) {
  const { t } = useI18n();
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('app.keys.newKeyTitle')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <Text>{t('app.keys.newKeyText')}</Text>
        <Snippet label={created.name ?? t('app.keys.unnamed')} text={created.key} />
        <Snippet label={t('app.keys.try')} text={trial(created.key)} />
      </Stack>
      <Group justify="flex-end" mt="xl">
        <Button onClick={onClose} data-autofocus>
          {t('app.keys.done')}
        </Button>
      </Group>
    </Modal>
  );
}

/** The API requires a User-Agent. */
const trial = (key: string): string =>
  [`curl ${location.origin}/v1/account`, `-u '${key}:'`, `-A 'FirstSteps/1.0'`].join(' \\\n  ');
