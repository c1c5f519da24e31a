import { Box, Button, Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useI18n } from '../i18n/use-i18n.js';
import { ErrorText } from './error-text.js';
import { DisabledWhileAdvancing } from './disabled-while-advancing.js';
import { unlessBusy } from './unless-busy.js';

interface ConfirmDialogProps {
  readonly title: string;
  readonly text: string;
  readonly more?: ReactNode;
  /** The label of the button: a verb. */
  readonly action: string;
  /** An error, or a message. */
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

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
        <DisabledWhileAdvancing>
          <Button onClick={onConfirm} loading={isBusy}>
            {action}
          </Button>
        </DisabledWhileAdvancing>
      </Group>
    </Modal>
  );
}
