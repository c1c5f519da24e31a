import { Skeleton } from '@mantine/core';
import type { Jobs as Listed } from '../../../api/wire.js';
import { LoadError } from '../../../components/load-error.js';
import { ScreenHeader } from '../../../components/screen-header.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { useOperatorQuery } from '../operator-api.js';
import rows from '../rows.module.css';
import { FailedJobs } from './failed-jobs.js';
import { QueuedJobs } from './queued-jobs.js';

const againMs = 5000;

export function View() {
  const { t } = useI18n();
  return (
    <>
      <ScreenHeader title={t('app.operator.jobs.title')} intro={t('app.operator.jobs.intro')} />
      <Jobs />
    </>
  );
}

function Jobs() {
  const open = useOperatorQuery<Listed>('jobs?state=open', againMs);
  const failed = useOperatorQuery<Listed>('jobs?state=failed', againMs);
  const error = open.error ?? failed.error;
  if (open.data && failed.data)
    return (
      <div className={rows['cards']}>
        <FailedJobs {...failed.data} />
        <QueuedJobs {...open.data} />
      </div>
    );
  if (error) return <LoadError error={error} retry={() => Promise.all([open.refetch(), failed.refetch()])} />;
  return <Skeleton height="20rem" radius="lg" />;
}
