import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { appList } from '../../../api/ask-app.js';
import { usePages } from '../../../api/use-pages.js';
import type { KeptForestryProject } from '../../../api/wire.js';
import { Empty } from '../../../components/empty.js';
import { Paged } from '../../../components/paged.js';
import { ScreenHead } from '../../../components/screen-head.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { operatorKey } from '../operator-api.js';
import rows from '../rows.module.css';
import { ForestryForm } from './forestry-form.js';
import { ForestryRow } from './forestry-row.js';

export function View() {
  const { t } = useI18n();
  const [isAdding, adding] = useDisclosure(false);
  const pages = usePages(
    operatorKey('forestry-projects'),
    appList<KeptForestryProject>('operator/forestry-projects'),
  );
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={adding.open}>
      {t('app.operator.addProject')}
    </Button>
  );
  return (
    <>
      <ScreenHead
        title={t('app.operator.forestry.title')}
        intro={t('app.operator.forestry.intro')}
        actions={add}
      />
      <Paged
        pages={pages}
        empty={
          <Empty
            title={t('app.projects.emptyTitle')}
            text={t('app.operator.forestry.emptyText')}
            action={add}
          />
        }
      >
        {(items) => (
          <ul className={rows['list']}>
            {items.map((project) => (
              <ForestryRow key={project.id} project={project} />
            ))}
          </ul>
        )}
      </Paged>
      {isAdding && <ForestryForm onClose={adding.close} />}
    </>
  );
}
