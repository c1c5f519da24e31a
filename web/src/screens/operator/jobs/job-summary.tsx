import type { Job } from '../../../api/wire.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import rows from '../rows.module.css';

export function JobSummary({ job }: { readonly job: Job }) {
  const { t, moment } = useI18n();
  return (
    <>
      <div className={rows['name']}>
        <span className={rows['serial']}>{job.task}</span>
        {job.about && <span>{job.about}</span>}
      </div>
      <p className={rows['detail']}>
        <span>{moment(job.run_at)}</span>
        <span>{t('app.operator.jobs.attempts', { attempts: job.attempts, max: job.max_attempts })}</span>
      </p>
    </>
  );
}
