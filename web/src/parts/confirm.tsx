import { Box, Button, Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/words.js';
import { ErrorText } from './error-text.js';
import { whileIdle } from './while-idle.js';

interface ConfirmProps {
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
export function Confirm({ title, text, more, action, error, isBusy, onConfirm, onClose }: ConfirmProps) {
  const { say } = useWords();
  return (
    <Modal
      opened
      onClose={whileIdle(isBusy, onClose)}
      title={title}
      closeButtonProps={{ 'aria-label': say('app.close') }}
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
          {say('app.cancel')}
        </Button>
        <Button onClick={onConfirm} loading={isBusy}>
          {action}
        </Button>
      </Group>
    </Modal>
  );
}
