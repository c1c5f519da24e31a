import { Text } from '@mantine/core';
import { useState } from 'react';
import type { Jobs } from '../../../api/wire.js';
import { StatusBadge } from '../../../components/status-badge.js';
import { Card } from '../../../components/card.js';
import { ExportMenu } from '../../../components/export-menu.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import rows from '../rows.module.css';
import { JobSummary } from './job-summary.js';
import { JobListFooter } from './job-list-footer.js';

const pageSize = 20;

export function QueuedJobs({ total, jobs }: Jobs) {
  const { t } = useI18n();
  const [shown, setShown] = useState(pageSize);
  return (
    <Card
      title={t('app.operator.jobs.queue')}
      aside={jobs.length > 0 && <ExportMenu address="operator/exports/jobs?state=open" />}
    >
      {jobs.length === 0 && <Text c="dimmed">{t('app.operator.jobs.noneQueued')}</Text>}
      <ul className={rows['list']}>
        {jobs.slice(0, shown).map((job) => (
          <li key={job.id} className={rows['row']}>
            <div className={rows['text']}>
              <JobSummary job={job} />
            </div>
            <StatusBadge tone={job.state === 'running' ? 'busy' : 'quiet'}>
              {t(job.state === 'running' ? 'app.operator.jobs.running' : 'app.operator.jobs.waiting')}
            </StatusBadge>
          </li>
        ))}
      </ul>
      <JobListFooter total={total} jobs={jobs} shown={shown} onMore={() => setShown(shown + pageSize)} />
    </Card>
  );
}
