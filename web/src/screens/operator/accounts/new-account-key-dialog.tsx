import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { CreatedRootAccount } from '../../../api/wire.js';
import { Snippet } from '../../../components/snippet.js';
import { useI18n } from '../../../i18n/use-i18n.js';

interface NewAccountKeyDialogProps {
  readonly opened: CreatedRootAccount;
  readonly onClose: () => void;
}

/** The key is shown only once, so only the button closes the dialog. */
export function NewAccountKeyDialog({
  opened: { account, key, invited },
  onClose,
}: NewAccountKeyDialogProps) {
  const { t } = useI18n();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('app.operator.accounts.created', { account: account.display_name })}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        {invited && <Text>{t('app.operator.accounts.invited', { address: invited })}</Text>}
        <Text>{t('app.operator.accounts.key')}</Text>
        <Snippet text={key} />
      </Stack>
      <Group justify="flex-end" mt="xl">
        <Button onClick={onClose}>{t('app.operator.accounts.keyStored')}</Button>
      </Group>
    </Modal>
  );
}
