import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '../../../icons/icons.js';
import { appList } from '../../../api/app-request.js';
import { usePagedList } from '../../../api/use-paged-list.js';
import type { OperatorForestryProject } from '../../../api/wire.js';
import { FullPermissionOnly } from '../../../components/full-permission-only.js';
import { EmptyState } from '../../../components/empty-state.js';
import { ExportMenu } from '../../../components/export-menu.js';
import { PagedList } from '../../../components/paged-list.js';
import { ScreenHeader } from '../../../components/screen-header.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { operatorKey } from '../operator-api.js';
import rows from '../rows.module.css';
import { ForestryForm } from './forestry-form.js';
import { ForestryRow } from './forestry-row.js';

export function View() {
  const { t } = useI18n();
  const [isAdding, adding] = useDisclosure(false);
  const pages = usePagedList(
    operatorKey('forestry-projects'),
    appList<OperatorForestryProject>('operator/forestry-projects'),
  );
  const add = (
    <FullPermissionOnly>
      <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={adding.open}>
        {t('app.operator.addProject')}
      </Button>
    </FullPermissionOnly>
  );
  return (
    <>
      <ScreenHeader
        title={t('app.operator.forestry.title')}
        intro={t('app.operator.forestry.intro')}
        actions={
          <>
            <ExportMenu address="operator/exports/forestry-projects" />
            {add}
          </>
        }
      />
      <PagedList
        pages={pages}
        empty={
          <EmptyState
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
      </PagedList>
      {isAdding && <ForestryForm onClose={adding.close} />}
    </>
  );
}
