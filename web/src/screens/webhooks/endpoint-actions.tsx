import { ActionIcon, Button, Menu } from '@mantine/core';
import type { WebhookEndpoint } from '@regrove/sdk';
import { useState } from 'react';
import {
  IconDots,
  IconHistory,
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconStethoscope,
  IconTrash,
} from '../../icons/icons.js';
import { useScope } from '../../api/scope.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { DeleteEndpoint } from './delete-endpoint.js';
import { EditEndpoint } from './edit-endpoint.js';
import { ReplayEvents } from './replay-events.js';
import { RotateSecret } from './rotate-secret.js';
import { TestResult } from './test-result.js';
import { useEndpointMutation } from './use-endpoint-mutation.js';

const icon = { size: 16, 'aria-hidden': true } as const;

export function EndpointActions({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { t } = useI18n();
  const { client } = useScope();
  const [open, setOpen] = useState<'test' | 'edit' | 'rotate' | 'replay' | 'delete'>();
  const close = (): void => setOpen(undefined);
  const isEnabled = endpoint.status === 'enabled';
  const test = useEndpointMutation(() => client.webhookEndpoints.test(endpoint.id), {});
  const toggle = useEndpointMutation(
    () => client.webhookEndpoints.update(endpoint.id, { status: isEnabled ? 'disabled' : 'enabled' }),
    { successMessage: t(isEnabled ? 'app.webhooks.disabledNow' : 'app.webhooks.enabledNow') },
  );
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconStethoscope size={18} aria-hidden="true" />}
        loading={test.isPending}
        onClick={() => {
          setOpen('test');
          test.mutate(undefined);
        }}
      >
        {t('app.webhooks.test')}
      </Button>
      <Button leftSection={<IconPencil size={18} aria-hidden="true" />} onClick={() => setOpen('edit')}>
        {t('app.feeds.change')}
      </Button>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon variant="default" size={36} radius="xl" aria-label={t('app.feeds.actions')}>
            <IconDots size={18} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconHistory {...icon} />} onClick={() => setOpen('replay')}>
            {t('app.webhooks.replay')}
          </Menu.Item>
          <Menu.Item leftSection={<IconKey {...icon} />} onClick={() => setOpen('rotate')}>
            {t('app.webhooks.rotate')}
          </Menu.Item>
          <Menu.Item
            leftSection={isEnabled ? <IconPlayerPause {...icon} /> : <IconPlayerPlay {...icon} />}
            disabled={toggle.isPending}
            onClick={() => toggle.mutate(undefined)}
          >
            {t(isEnabled ? 'app.webhooks.disable' : 'app.webhooks.enable')}
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash {...icon} />} onClick={() => setOpen('delete')}>
            {t('app.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === 'test' && <TestResult test={test} onClose={close} />}
      {open === 'edit' && <EditEndpoint endpoint={endpoint} onClose={close} />}
      {open === 'rotate' && <RotateSecret endpoint={endpoint} onClose={close} />}
      {open === 'replay' && <ReplayEvents endpoint={endpoint} onClose={close} />}
      {open === 'delete' && <DeleteEndpoint endpoint={endpoint} onClose={close} />}
    </>
  );
}
