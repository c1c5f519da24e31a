import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUpload } from '../../../icons/icons.js';
import { appList } from '../../../api/app-request.js';
import { usePagedList } from '../../../api/use-paged-list.js';
import type { CarbonLot } from '../../../api/wire.js';
import { FullPermissionOnly } from '../../../components/full-permission-only.js';
import { EmptyState } from '../../../components/empty-state.js';
import { ExportMenu } from '../../../components/export-menu.js';
import { PagedList } from '../../../components/paged-list.js';
import { ScreenHeader } from '../../../components/screen-header.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { operatorKey } from '../operator-api.js';
import rows from '../rows.module.css';
import { FulfilButton } from './fulfil-button.js';
import { ImportCredits } from './import-credits.js';
import { CreditLots } from './credit-lots.js';
import { CreditStock } from './credit-stock.js';

export function View() {
  const { t } = useI18n();
  const [isImporting, importing] = useDisclosure(false);
  const pages = usePagedList(operatorKey('carbon-lots'), appList<CarbonLot>('operator/carbon-lots'));
  const add = (
    <Button leftSection={<IconUpload size={18} aria-hidden="true" />} onClick={importing.open}>
      {t('app.operator.credits.import')}
    </Button>
  );
  return (
    <>
      <ScreenHeader
        title={t('app.operator.credits.title')}
        intro={t('app.operator.credits.intro')}
        actions={
          <>
            <ExportMenu address="operator/exports/carbon-lots" />
            <FullPermissionOnly>
              <FulfilButton />
              {add}
            </FullPermissionOnly>
          </>
        }
      />
      <div className={rows['cards']}>
        <CreditStock />
        <PagedList
          pages={pages}
          empty={
            <EmptyState
              title={t('app.operator.credits.emptyTitle')}
              text={t('app.operator.credits.emptyText')}
              action={<FullPermissionOnly>{add}</FullPermissionOnly>}
            />
          }
        >
          {(items) => <CreditLots lots={items} />}
        </PagedList>
      </div>
      {isImporting && <ImportCredits onClose={importing.close} />}
    </>
  );
}
