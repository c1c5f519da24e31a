import { Button, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { IconPlus } from '../../../icons/icons.js';
import type { CarbonProject } from '../../../api/wire.js';
import { FullPermissionOnly } from '../../../components/full-permission-only.js';
import { EmptyState } from '../../../components/empty-state.js';
import { ExportMenu } from '../../../components/export-menu.js';
import { LoadError } from '../../../components/load-error.js';
import { ScreenHeader } from '../../../components/screen-header.js';
import { Card } from '../../../components/card.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { useOperatorQuery } from '../operator-api.js';
import rows from '../rows.module.css';
import { CarbonForm } from './carbon-form.js';
import { CarbonRow } from './carbon-row.js';

export function View() {
  const { t } = useI18n();
  const [isAdding, adding] = useDisclosure(false);
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
        title={t('app.operator.carbon.title')}
        intro={t('app.operator.carbon.intro')}
        actions={
          <>
            <ExportMenu address="operator/exports/carbon-projects" />
            {add}
          </>
        }
      />
      <Projects add={add} />
      {isAdding && <CarbonForm onClose={adding.close} />}
    </>
  );
}

function Projects({ add }: { readonly add: ReactNode }) {
  const { t } = useI18n();
  const { data, error, refetch } = useOperatorQuery<CarbonProject[]>('carbon-projects');
  if (error && !data) return <LoadError error={error} retry={refetch} />;
  if (!data) return <Skeleton height="16rem" radius="lg" />;
  if (data.length === 0)
    return (
      <EmptyState
        title={t('app.projects.emptyTitle')}
        text={t('app.operator.carbon.emptyText')}
        action={add}
      />
    );
  return (
    <Card>
      <ul className={rows['list']}>
        {data.map((project) => (
          <CarbonRow key={project.id} project={project} />
        ))}
      </ul>
    </Card>
  );
}
