import type { Database } from '../database/database.js';
import { crossAccountStatement } from '../database/statement.js';
import { firstPending } from '../features/webhooks/pending-delivery-store.js';

/** What operators monitor, across all accounts. */
export interface SystemStats {
  readonly jobsWaiting: number;
  readonly jobsRunning: number;
  readonly jobsFailed: number;
  /** How many seconds the oldest due job has been waiting. */
  readonly jobsLate: number;
  readonly mailsWaiting: number;
  /** Held by a limit; not included in `mailsWaiting`. */
  readonly mailsHeld: number;
  readonly mailsFailed: number;
  readonly mailsUnsure: number;
  readonly feedsHealthy: number;
  readonly feedsUnhealthy: number;
  readonly accountsSetAside: number;
  /** How many seconds ago the oldest event should have been sent that was not, apart from those to failing endpoints. */
  readonly webhooksLate: number;
  /** Disabled endpoints by reason. */
  readonly endpointsRequested: number;
  readonly endpointsGone: number;
  readonly endpointsFailing: number;
}

const isWaiting = 'locked_at is null and attempts < max_attempts';

const select = crossAccountStatement<SystemStats>(
  'the operator monitors jobs, mails, feeds, webhooks and closes of all accounts',
  `select jobs_waiting, jobs_running, jobs_failed, jobs_late, mails_waiting, mails_held, mails_failed, mails_unsure,
     feeds_healthy, feeds_unhealthy, accounts_set_aside,
     greatest(0, extract(epoch from now() - least(oldest_event, oldest_delivery)))::float8 as webhooks_late,
     endpoints_requested, endpoints_gone, endpoints_failing
   from
     (select count(*) filter (where ${isWaiting}) as jobs_waiting,
        count(*) filter (where locked_at is not null) as jobs_running,
        count(*) filter (where locked_at is null and attempts >= max_attempts) as jobs_failed,
        greatest(0, extract(epoch from now() - min(run_at) filter (where ${isWaiting})))::float8 as jobs_late
      from graphile_worker.jobs) jobs,
     (select count(*) filter (where held_since is null) as mails_waiting,
        count(*) filter (where held_since is not null) as mails_held
      from mails where state = 'waiting') outgoing,
     (select count(*) filter (where state = 'failed') as mails_failed,
        count(*) filter (where state = 'unsure') as mails_unsure
      from mails where state in ('failed', 'unsure') and created_at >= $1) troubled,
     (select count(*) filter (where health_check = 'healthy') as feeds_healthy,
        count(*) filter (where health_check = 'unhealthy') as feeds_unhealthy
      from feeds where status = 'active') feeds,
     (select count(*) as accounts_set_aside from settlements where settled_at is null and failure is not null) closes,
     (select min(at) as oldest_event from events where pending) unassigned,
     (select min(next_attempt_at) as oldest_delivery
      from webhook_endpoints cross join lateral ${firstPending} first_pending
      where status = 'enabled' and failing_since is null) unsent,
     (select count(*) filter (where disabled_reason = 'requested') as endpoints_requested,
        count(*) filter (where disabled_reason = 'gone') as endpoints_gone,
        count(*) filter (where disabled_reason = 'failing') as endpoints_failing
      from webhook_endpoints) endpoints`,
);

/** `since`: failed and unsure mails count from this time on. */
export const readSystemStats = (db: Database, since: Date): Promise<SystemStats | undefined> =>
  db.first(select, [since]);
