import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode, SubmitEvent } from 'react';
import { useI18n } from '../i18n/use-i18n.js';
import { ErrorText } from './error-text.js';
import { DisabledWhileAdvancing } from './disabled-while-advancing.js';
import { unlessBusy } from './unless-busy.js';

interface FormDialogProps {
  readonly title: string;
  /** The label of the button: a verb. */
  readonly action: string;
  readonly error: unknown;
  readonly isBusy: boolean;
  /** False disables the button. */
  readonly isReady?: boolean;
  readonly size?: 'md' | 'lg' | 'xl';
  /** `form.onSubmit(...)`. */
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function FormDialog({ title, action, error, isBusy, isReady = true, ...rest }: FormDialogProps) {
  const { t } = useI18n();
  const { size = 'md', onSubmit, onClose, children } = rest;
  return (
    <Modal
      opened
      onClose={unlessBusy(isBusy, onClose)}
      title={title}
      size={size}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <form noValidate onSubmit={onSubmit}>
        <DisabledWhileAdvancing>
          <Stack>
            <ErrorText error={error} />
            {children}
          </Stack>
          <Group justify="flex-end" mt="xl">
            <Button variant="default" disabled={isBusy} onClick={onClose}>
              {t('app.cancel')}
            </Button>
            <Button type="submit" loading={isBusy} disabled={!isReady}>
              {action}
            </Button>
          </Group>
        </DisabledWhileAdvancing>
      </form>
    </Modal>
  );
}
