import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { appPath } from '../../../api/app-request.js';
import type { PendingRetirements } from '../../../api/wire.js';
import { Card } from '../../../components/card.js';
import { FullPermissionOnly } from '../../../components/full-permission-only.js';
import { EmptyState } from '../../../components/empty-state.js';
import { QueryBoundary } from '../../../components/query-boundary.js';
import { ScreenHeader } from '../../../components/screen-header.js';
import { IconDownload, IconUpload } from '../../../icons/icons.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { useOperatorQuery } from '../operator-api.js';
import { PendingRows } from './pending-rows.js';
import { RecordRetirements } from './record-retirements.js';

export function View() {
  const { t } = useI18n();
  const [isRecording, recording] = useDisclosure(false);
  const query = useOperatorQuery<PendingRetirements>('carbon-retirements');
  return (
    <>
      <ScreenHeader
        title={t('app.operator.retirements.title')}
        intro={t('app.operator.retirements.intro')}
        actions={
          <>
            <Button
              variant="default"
              component="a"
              href={appPath('operator/carbon-retirements/worklist')}
              download
              leftSection={<IconDownload size={18} aria-hidden="true" />}
            >
              {t('app.operator.retirements.download')}
            </Button>
            <FullPermissionOnly>
              <Button leftSection={<IconUpload size={18} aria-hidden="true" />} onClick={recording.open}>
                {t('app.operator.retirements.record')}
              </Button>
            </FullPermissionOnly>
          </>
        }
      />
      <QueryBoundary query={query}>
        {({ credits, rows, has_more: hasMore }) =>
          rows.length === 0 ? (
            <EmptyState
              title={t('app.operator.retirements.emptyTitle')}
              text={t('app.operator.retirements.emptyText')}
            />
          ) : (
            <Card title={t('app.operator.retirements.pending', { tonnes: credits })}>
              <PendingRows rows={rows} />
              {hasMore && (
                <Text c="dimmed" mt="md">
                  {t('app.operator.retirements.first', { count: rows.length })}
                </Text>
              )}
            </Card>
          )
        }
      </QueryBoundary>
      {isRecording && <RecordRetirements onClose={recording.close} />}
    </>
  );
}
