import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { appList } from '../../../api/app-request.js';
import { usePagedList } from '../../../api/use-paged-list.js';
import type { OperatorPlanting } from '../../../api/wire.js';
import { FullPermissionOnly } from '../../../components/full-permission-only.js';
import { EmptyState } from '../../../components/empty-state.js';
import { ExportMenu } from '../../../components/export-menu.js';
import { PagedList } from '../../../components/paged-list.js';
import { ScreenHeader } from '../../../components/screen-header.js';
import { IconUpload } from '../../../icons/icons.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { operatorKey } from '../operator-api.js';
import rows from '../rows.module.css';
import { ImportPlantings } from './import-plantings.js';
import { PlantingRow } from './planting-row.js';

export function View() {
  const { t } = useI18n();
  const [isImporting, importing] = useDisclosure(false);
  const pages = usePagedList(operatorKey('plantings'), appList<OperatorPlanting>('operator/plantings'));
  if (isImporting) return <ImportPlantings onClose={importing.close} />;
  const add = (
    <FullPermissionOnly>
      <Button leftSection={<IconUpload size={18} aria-hidden="true" />} onClick={importing.open}>
        {t('app.operator.plantings.import')}
      </Button>
    </FullPermissionOnly>
  );
  return (
    <>
      <ScreenHeader
        title={t('app.operator.plantings.title')}
        intro={t('app.operator.plantings.intro')}
        actions={
          <>
            <ExportMenu address="operator/exports/plantings" />
            {add}
          </>
        }
      />
      <PagedList
        pages={pages}
        empty={
          <EmptyState
            title={t('app.operator.plantings.emptyTitle')}
            text={t('app.operator.plantings.emptyText')}
            action={add}
          />
        }
      >
        {(items) => (
          <ul className={rows['list']}>
            {items.map((planting) => (
              <PlantingRow key={planting.id} planting={planting} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}
