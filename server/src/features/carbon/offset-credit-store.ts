import type { AccountId } from '../accounts/account.js';
import type { Database } from '../../database/database.js';
import { statement } from '../../database/statement.js';
import type { Decimal } from '../../platform/decimals.js';
import type { AllocatedLot } from './allocate-credits.js';
import { answersSql, type YesNoUnknown } from './carbon-lot-store.js';
import { allocatedTo } from './retirement-store.js';

/** A lot with what its registry says about it. */
export interface OffsetLot extends AllocatedLot {
  readonly type: 'removal' | 'avoidance' | null;
  readonly standard: string | null;
  readonly registry: string;
  readonly country: string | null;
  readonly ccp: YesNoUnknown;
  readonly correspondingAdjustment: YesNoUnknown;
  readonly registryUrl: string | null;
  /** Of the allocation in the transparency log. Null: it is being entered. */
  readonly logIndex: number | null;
}

/** Credits of a lot that are allocated to an offset. */
export interface OffsetCredits extends OffsetLot {
  readonly startsAt: Decimal;
  readonly allocated: Decimal;
  readonly beneficiary: string;
}

const select = statement<OffsetCredits>(`
  select starts_at, carbon_allocations.tonnes as allocated, carbon_lots.id, serial, first_credit, carbon_lots.tonnes,
    vintage_start, vintage_end, carbon_lots.type, standard, coalesce(carbon_lots.registry, registry_name) as registry, country,
    ${answersSql}, registry_url, carbon_allocations.log_index,
    ${allocatedTo} as beneficiary
  from carbon_allocations join accounts on accounts.id = account_id join carbon_lots on carbon_lots.id = lot_id join carbon_projects on carbon_projects.id = project_id
  where account_id = $1 and offset_id = $2
  order by carbon_allocations.created_at, vintage_start, vintage_end, carbon_lots.created_at, carbon_lots.id`);

/** In the order of their serial numbers. */
export const listOffsetCredits = (
  db: Database,
  account: AccountId,
  offsetId: string,
): Promise<OffsetCredits[]> => db.rows(select, [account, offsetId]);
