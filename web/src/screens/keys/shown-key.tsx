import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Snippet } from '../../components/snippet.js';
import { useI18n } from '../../i18n/use-i18n.js';

interface ShownKeyProps {
  readonly title: string;
  /** What the key is called. */
  readonly label: string;
  readonly apiKey: string;
  /** Of the API, to try it. */
  readonly path: string;
  /** What can be done next. */
  readonly action?: ReactNode;
  readonly onClose: () => void;
}

/** The key is shown only once, so only the button closes the dialog. */
export function ShownKey({ title, label, apiKey, path, action, onClose }: ShownKeyProps) {
  const { t } = useI18n();
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={title}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <Text>{t('app.keys.newKeyText')}</Text>
        <Snippet label={label} text={apiKey} />
        <Snippet label={t('app.keys.try')} text={trial(apiKey, path)} />
      </Stack>
      <Group justify="flex-end" mt="xl">
        <Button variant={action ? 'default' : 'filled'} onClick={onClose} data-autofocus>
          {t('app.keys.done')}
        </Button>
        {action}
      </Group>
    </Modal>
  );
}

/** The API requires a User-Agent. */
const trial = (key: string, path: string): string =>
  [`curl ${location.origin}/v1/${path}`, `-u '${key}:'`, `-A 'FirstSteps/1.0'`].join(' \\\n  ');
