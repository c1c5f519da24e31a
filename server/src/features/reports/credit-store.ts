import type { AccountId } from '../accounts/account.js';
import { answersSql, type YesNoUnknown } from '../carbon/carbon-lot-store.js';
import type { Database } from '../../database/database.js';
import { crossAccountStatement } from '../../database/statement.js';
import type { Decimal, Whole } from '../../platform/decimals.js';
import { isoDay } from '../../platform/time/months.js';
import type { ReportYear } from './report-year.js';

const reason = 'a report adds up the credits of an account, or of the accounts below it';

/** Credits of one kind. */
export interface CreditRow {
  readonly projectId: string;
  readonly projectName: string;
  readonly type: 'removal' | 'avoidance' | null;
  readonly standard: string | null;
  readonly registry: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  readonly ccp: YesNoUnknown;
  readonly correspondingAdjustment: YesNoUnknown;
  /** Retired in the year. */
  readonly retired: Decimal;
  /** Allocated by the end of the year and not retired by then. */
  readonly planned: Decimal;
}

type Range = Pick<ReportYear, 'start' | 'end'>;

/** What of an allocation is retired: whole credits are, and an allocation may have parts of some. */
const retiredPart = (when: string): string => `(
     select coalesce(sum(
       least(starts_at + carbon_allocations.tonnes, carbon_retirements.last_credit - carbon_lots.first_credit + 1)
       - greatest(starts_at, carbon_retirements.first_credit - carbon_lots.first_credit)
     ), 0) from carbon_retirements
     where carbon_retirements.lot_id = carbon_lots.id and ${when}
       and carbon_retirements.first_credit - carbon_lots.first_credit < starts_at + carbon_allocations.tonnes
       and carbon_retirements.last_credit - carbon_lots.first_credit + 1 > starts_at
   )`;

// Credits may be retired before somebody gets them, even in an earlier year.
const retiredFrom = "greatest(retired_on, (carbon_allocations.created_at at time zone 'UTC')::date)";

const selectCredits = crossAccountStatement<CreditRow>(
  reason,
  `select project_id, project_name, type, standard, registry, country, ccp, corresponding_adjustment,
     sum(retired) as retired, sum(greatest(allocated - retired_by_then, 0)) as planned
   from (
     select project_id, name as project_name, carbon_lots.type, standard, coalesce(carbon_lots.registry, registry_name) as registry,
       country, ${answersSql},
       case when carbon_allocations.created_at < $3 then carbon_allocations.tonnes else 0 end as allocated,
       ${retiredPart(`${retiredFrom} >= $2::date and ${retiredFrom} < $4::date`)} as retired,
       ${retiredPart(`${retiredFrom} < $4::date`)} as retired_by_then
     from carbon_allocations
     join carbon_lots on carbon_lots.id = lot_id
     join carbon_projects on carbon_projects.id = project_id
     where account_id = any($1::uuid[])
   ) parts
   group by project_id, project_name, type, standard, registry, country, ccp, corresponding_adjustment
   having sum(retired) > 0 or sum(greatest(allocated - retired_by_then, 0)) > 0`,
);

/** Credits that the account's carbon offsets have, whenever they were ordered. */
export const sumCredits = (
  db: Database,
  accounts: readonly AccountId[],
  { start, end }: Range,
): Promise<CreditRow[]> => db.rows(selectCredits, [accounts, isoDay(start), end, isoDay(end)]);

/** Carbon offsets of a year. */
export interface OrderedCredits {
  readonly offsets: Whole;
  readonly tonnes: Decimal;
  /** What of it has no credits yet. */
  readonly waiting: Decimal;
}

const selectOrdered = crossAccountStatement<OrderedCredits>(
  reason,
  `select count(*) as offsets, coalesce(sum(mtco2e), 0) as tonnes, coalesce(sum(mtco2e - held.tonnes), 0) as waiting
   from carbon_offsets cross join lateral (
     select coalesce(sum(tonnes), 0) as tonnes from carbon_allocations
     where carbon_allocations.account_id = carbon_offsets.account_id and offset_id = carbon_offsets.id
   ) held
   where account_id = any($1::uuid[]) and date >= $2 and date < $3`,
);

/** What was ordered in the year. */
export const sumOrderedCredits = async (
  db: Database,
  accounts: readonly AccountId[],
  { start, end }: Range,
): Promise<OrderedCredits> =>
  (await db.first(selectOrdered, [accounts, start, end])) ?? { offsets: 0, tonnes: '0', waiting: '0' };
