import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { Job, Jobs } from '../../../api/wire.js';
import { FullPermissionOnly } from '../../../components/full-permission-only.js';
import { Card } from '../../../components/card.js';
import { ExportMenu } from '../../../components/export-menu.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import rows from '../rows.module.css';
import { RetryOrDiscard, type Verb } from './retry-or-discard.js';
import { JobSummary } from './job-summary.js';
import classes from './jobs.module.css';
import { JobListFooter } from './job-list-footer.js';

const pageSize = 20;

export function FailedJobs({ total, jobs }: Jobs) {
  const { t } = useI18n();
  const [confirming, setConfirming] = useState<{ verb: Verb; jobs: readonly Job[] }>();
  const [shown, setShown] = useState(pageSize);
  const buttons = (about: readonly Job[], isAll: boolean) =>
    (['discard', 'retry'] as const).map((verb) => (
      <FullPermissionOnly key={verb}>
        <Button variant="default" size="xs" onClick={() => setConfirming({ verb, jobs: about })}>
          {t(isAll ? `app.operator.jobs.${verb}All` : `app.operator.jobs.${verb}`)}
        </Button>
      </FullPermissionOnly>
    ));
  return (
    <Card
      title={t('app.operator.jobs.failed')}
      aside={
        jobs.length > 0 && (
          <div className={rows['buttons']}>
            <ExportMenu address="operator/exports/jobs?state=failed" />
            {jobs.length > 1 && buttons(jobs, true)}
          </div>
        )
      }
    >
      {jobs.length === 0 && <Text c="dimmed">{t('app.operator.jobs.noneFailed')}</Text>}
      <ul className={rows['list']}>
        {jobs.slice(0, shown).map((job) => (
          <li key={job.id} className={rows['row']}>
            <div className={rows['text']}>
              <JobSummary job={job} />
              {job.last_error && <pre className={classes['error']}>{job.last_error}</pre>}
            </div>
            <div className={rows['buttons']}>{buttons([job], false)}</div>
          </li>
        ))}
      </ul>
      <JobListFooter total={total} jobs={jobs} shown={shown} onMore={() => setShown(shown + pageSize)} />
      {confirming && <RetryOrDiscard {...confirming} onClose={() => setConfirming(undefined)} />}
    </Card>
  );
}
