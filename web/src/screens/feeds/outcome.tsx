import { Button, Group, Loader, Modal, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useExplain } from '../../api/explain.js';
import type { CollectedFeed } from '../../api/wire.js';
import { useWords } from '../../words/words.js';
import classes from './outcome.module.css';
import { useSayTrouble } from './say-trouble.js';
import type { useCheck, useCollect } from './use-feed-now.js';

interface OutcomeProps {
  readonly check: ReturnType<typeof useCheck>;
  readonly collect: ReturnType<typeof useCollect>;
  readonly onClose: () => void;
}

/** What came of checking or collecting. */
export function Outcome({ check, collect, onClose }: OutcomeProps) {
  const { say } = useWords();
  const explain = useExplain();
  const sayCollected = useSayCollected();
  const sayTrouble = useSayTrouble();
  const isCollect = !collect.isIdle;
  const error = check.error ?? collect.error;
  const trouble = check.data?.health_check_reason ?? collect.data?.trouble ?? null;
  const host = check.data?.health_check_host ?? collect.data?.trouble_host ?? null;
  const isBusy = check.isPending || collect.isPending;
  const told = error
    ? explain(error)
    : trouble
      ? sayTrouble(trouble, host)
      : collect.data
        ? sayCollected(collect.data)
        : say('app.feeds.works');
  const isWell = !error && !trouble;
  const Icon = isWell ? IconCircleCheck : IconAlertTriangle;
  return (
    <Modal
      opened
      onClose={onClose}
      title={say(isCollect ? 'app.feeds.collect' : 'app.feeds.check')}
      closeButtonProps={{ 'aria-label': say('app.close') }}
    >
      <div className={classes['outcome']} data-state={isWell ? 'well' : 'trouble'} role="status">
        {isBusy ? (
          <>
            <Loader size="sm" />
            <Text>{say('app.feeds.waiting')}</Text>
          </>
        ) : (
          <>
            <Icon size={24} aria-hidden="true" />
            <div>
              <Text>{told}</Text>
              {trouble && <Text c="dimmed">{say('app.feeds.troubleHint')}</Text>}
              {collect.data && collect.data.resets.length > 0 && (
                <Text c="dimmed">{say('app.feeds.resets', { devices: collect.data.resets.join(', ') })}</Text>
              )}
            </div>
          </>
        )}
      </div>
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={onClose} data-autofocus>
          {say('app.close')}
        </Button>
      </Group>
    </Modal>
  );
}

function useSayCollected(): (collected: CollectedFeed) => string {
  const { say } = useWords();
  return ({ devices, pages }) =>
    pages > 0
      ? say('app.feeds.collected', { devices, pages })
      : say('app.feeds.collectedNothing', { devices });
}
