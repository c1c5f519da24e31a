import { ActionIcon, Button, Menu } from '@mantine/core';
import { useState } from 'react';
import {
  IconDots,
  IconDownload,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconStethoscope,
  IconTrash,
} from '../../icons/icons.js';
import { useScope } from '../../api/scope.js';
import type { FeedType, FeedDetails } from '../../api/wire.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { EditFeed } from './edit-feed.js';
import { DeleteFeed } from './delete-feed.js';
import { ActionResult } from './action-result.js';
import { ToggleFeed } from './toggle-feed.js';
import { useCheckFeed, useCollectFeed } from './use-feed-actions.js';

interface FeedActionsProps {
  readonly feed: FeedDetails;
  /** Undefined for push feeds. */
  readonly pull: FeedType | undefined;
}

const icon = { size: 16, 'aria-hidden': true } as const;

export function FeedActions({ feed, pull }: FeedActionsProps) {
  const { t } = useI18n();
  const { account } = useScope();
  const [open, setOpen] = useState<'change' | 'switch' | 'delete' | 'outcome'>();
  const close = (): void => setOpen(undefined);
  const [check, collect] = [useCheckFeed(feed), useCollectFeed(feed)];
  const isActive = feed.status === 'active';
  const isBusy = check.isPending || collect.isPending;
  const run = (action: typeof check | typeof collect): void => {
    for (const one of [check, collect]) one.reset();
    setOpen('outcome');
    action.mutate(undefined);
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconStethoscope size={18} aria-hidden="true" />}
        loading={check.isPending}
        disabled={isBusy}
        onClick={() => run(check)}
      >
        {t('app.feeds.check')}
      </Button>
      {pull && isActive && account.status === 'active' && (
        <Button
          leftSection={<IconDownload size={18} aria-hidden="true" />}
          loading={collect.isPending}
          disabled={isBusy}
          onClick={() => run(collect)}
        >
          {t('app.feeds.collect')}
        </Button>
      )}
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon variant="default" size={36} radius="xl" aria-label={t('app.feeds.actions')}>
            <IconDots size={18} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setOpen('change')}>
            {t('app.feeds.change')}
          </Menu.Item>
          <Menu.Item
            leftSection={isActive ? <IconPlayerPause {...icon} /> : <IconPlayerPlay {...icon} />}
            onClick={() => setOpen('switch')}
          >
            {t(isActive ? 'app.accounts.deactivate' : 'app.accounts.activate')}
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash {...icon} />} onClick={() => setOpen('delete')}>
            {t('app.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === 'outcome' && <ActionResult check={check} collect={collect} onClose={close} />}
      {open === 'change' && <EditFeed feed={feed} pull={pull} onClose={close} />}
      {open === 'switch' && <ToggleFeed feed={feed} onClose={close} />}
      {open === 'delete' && <DeleteFeed feed={feed} onClose={close} />}
    </>
  );
}
