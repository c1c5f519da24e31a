import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUpload } from '@tabler/icons-react';
import { appList } from '../../../api/ask-app.js';
import { usePages } from '../../../api/use-pages.js';
import type { CarbonLot } from '../../../api/wire.js';
import { Empty } from '../../../components/empty.js';
import { Paged } from '../../../components/paged.js';
import { ScreenHead } from '../../../components/screen-head.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { operatorKey } from '../operator-api.js';
import rows from '../rows.module.css';
import { Fulfil } from './fulfil.js';
import { ImportCredits } from './import-credits.js';
import { Lots } from './lots.js';
import { Stock } from './stock.js';

export function View() {
  const { t } = useI18n();
  const [isImporting, importing] = useDisclosure(false);
  const pages = usePages(operatorKey('carbon-lots'), appList<CarbonLot>('operator/carbon-lots'));
  const add = (
    <Button leftSection={<IconUpload size={18} aria-hidden="true" />} onClick={importing.open}>
      {t('app.operator.credits.import')}
    </Button>
  );
  return (
    <>
      <ScreenHead
        title={t('app.operator.credits.title')}
        intro={t('app.operator.credits.intro')}
        actions={
          <>
            <Fulfil />
            {add}
          </>
        }
      />
      <div className={rows['cards']}>
        <Stock />
        <Paged
          pages={pages}
          empty={
            <Empty
              title={t('app.operator.credits.emptyTitle')}
              text={t('app.operator.credits.emptyText')}
              action={add}
            />
          }
        >
          {(items) => <Lots lots={items} />}
        </Paged>
      </div>
      {isImporting && <ImportCredits onClose={importing.close} />}
    </>
  );
}
