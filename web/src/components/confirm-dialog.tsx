import { Box, Button, Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useI18n } from '../i18n/use-i18n.js';
import { ErrorText } from './error-text.js';
import { unlessBusy } from './unless-busy.js';

interface ConfirmDialogProps {
  readonly title: string;
  readonly text: string;
  /** What else comes of it. */
  readonly more?: ReactNode;
  /** The verb on the button. */
  readonly action: string;
  /** As a fault, or in words of one's own. */
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something is done that cannot simply be undone. */
export function ConfirmDialog({
  title,
  text,
  more,
  action,
  error,
  isBusy,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const { t } = useI18n();
  return (
    <Modal
      opened
      onClose={unlessBusy(isBusy, onClose)}
      title={title}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <Text>{text}</Text>
      {more && (
        <Text mt="sm" component="div">
          {more}
        </Text>
      )}
      <Box mt="sm">
        <ErrorText error={error} />
      </Box>
      <Group justify="flex-end" mt="xl">
        <Button variant="default" disabled={isBusy} onClick={onClose} data-autofocus>
          {t('app.cancel')}
        </Button>
        <Button onClick={onConfirm} loading={isBusy}>
          {action}
        </Button>
      </Group>
    </Modal>
  );
}
