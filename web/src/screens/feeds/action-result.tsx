import { Box, Button, Group, Loader, Modal, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '../../icons/icons.js';
import { useErrorText } from '../../api/error-message.js';
import type { CollectedFeed } from '../../api/wire.js';
import { useI18n } from '../../i18n/use-i18n.js';
import classes from './action-result.module.css';
import { PrivateAddress } from './private-address.js';
import { useProblemText } from './use-problem-text.js';
import type { useCheckFeed, useCollectFeed } from './use-feed-actions.js';

interface ActionResultProps {
  readonly check: ReturnType<typeof useCheckFeed>;
  readonly collect: ReturnType<typeof useCollectFeed>;
  readonly onClose: () => void;
}

export function ActionResult({ check, collect, onClose }: ActionResultProps) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const collectedText = useCollectedText();
  const problemText = useProblemText();
  const isCollect = !collect.isIdle;
  const error = check.error ?? collect.error;
  const trouble = check.data?.health_check_reason ?? collect.data?.trouble ?? null;
  const host = check.data?.health_check_host ?? collect.data?.trouble_host ?? null;
  const isBusy = check.isPending || collect.isPending;
  const resultText = error
    ? errorText(error)
    : trouble
      ? problemText(trouble, host)
      : collect.data
        ? collectedText(collect.data)
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
              <Text>{resultText}</Text>
              {trouble && <Text c="dimmed">{t('app.feeds.problemHint')}</Text>}
              {collect.data && collect.data.resets.length > 0 && (
                <Text c="dimmed">{t('app.feeds.resets', { devices: collect.data.resets.join(', ') })}</Text>
              )}
            </div>
          </>
        )}
      </div>
      {trouble === 'privateAddress' && (
        <Box mt="md">
          <PrivateAddress />
        </Box>
      )}
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('app.close')}
        </Button>
      </Group>
    </Modal>
  );
}

function useCollectedText(): (collected: CollectedFeed) => string {
  const { t } = useI18n();
  return ({ devices, pages }) =>
    pages > 0 ? t('app.feeds.collected', { devices, pages }) : t('app.feeds.collectedNothing', { devices });
}
