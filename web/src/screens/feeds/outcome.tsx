import { Button, Group, Loader, Modal, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useErrorText } from '../../api/error-message.js';
import type { CollectedFeed } from '../../api/wire.js';
import { useI18n } from '../../i18n/use-i18n.js';
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
  const { t } = useI18n();
  const errorText = useErrorText();
  const sayCollected = useSayCollected();
  const sayTrouble = useSayTrouble();
  const isCollect = !collect.isIdle;
  const error = check.error ?? collect.error;
  const trouble = check.data?.health_check_reason ?? collect.data?.trouble ?? null;
  const host = check.data?.health_check_host ?? collect.data?.trouble_host ?? null;
  const isBusy = check.isPending || collect.isPending;
  const told = error
    ? errorText(error)
    : trouble
      ? sayTrouble(trouble, host)
      : collect.data
        ? sayCollected(collect.data)
        : t('app.feeds.works');
  const isWell = !error && !trouble;
  const Icon = isWell ? IconCircleCheck : IconAlertTriangle;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(isCollect ? 'app.feeds.collect' : 'app.feeds.check')}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <div className={classes['outcome']} data-state={isWell ? 'well' : 'trouble'} role="status">
        {isBusy ? (
          <>
            <Loader size="sm" />
            <Text>{t('app.feeds.waiting')}</Text>
          </>
        ) : (
          <>
            <Icon size={24} aria-hidden="true" />
            <div>
              <Text>{told}</Text>
              {trouble && <Text c="dimmed">{t('app.feeds.troubleHint')}</Text>}
              {collect.data && collect.data.resets.length > 0 && (
                <Text c="dimmed">{t('app.feeds.resets', { devices: collect.data.resets.join(', ') })}</Text>
              )}
            </div>
          </>
        )}
      </div>
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('app.close')}
        </Button>
      </Group>
    </Modal>
  );
}

function useSayCollected(): (collected: CollectedFeed) => string {
  const { t } = useI18n();
  return ({ devices, pages }) =>
    pages > 0 ? t('app.feeds.collected', { devices, pages }) : t('app.feeds.collectedNothing', { devices });
}
