import type { AccountId } from '../accounts/account.js';
import { queryAllNodes, selectAcrossNodes } from '../../database/across-nodes.js';
import type { Database } from '../../database/database.js';
import { nodeUnavailable } from '../../database/failures.js';
import { originColumn } from '../methodologies/methodology-origin-store.js';
import type { Locale } from '../../messages/locales.js';
import type { MethodologyOrigin } from '../../messages/methodology-text.js';
import type { Decimal } from '../../platform/decimals.js';

/** What anyone who has the address of a carbon certificate may see. */
export interface PublicCarbonOffset {
  readonly id: string;
  /** Not to be shown. */
  readonly accountId: AccountId;
  readonly accountName: string;
  readonly locale: Locale;
  readonly date: Date;
  readonly mtco2e: Decimal;
  readonly status: 'processing' | 'fulfilled';
  readonly projectName: string;
  readonly projectType: string;
  readonly vintageStartDate: Date | null;
  readonly vintageEndDate: Date | null;
  /** By which the tonnes were calculated. */
  readonly methodology: MethodologyOrigin | null;
}

const select = selectAcrossNodes<PublicCarbonOffset>(
  'a permalink has only the ID of the offset, and anyone who has it may see its certificate',
  { table: 'carbon_offsets', as: 'carbon_offset', where: 'carbon_offset.id = $1' },
  (where) => `
    select carbon_offset.id, carbon_offset.account_id, display_name as account_name, locale, date, mtco2e, carbon_offset.status,
      project.name as project_name, project.type as project_type, vintage_start_date, vintage_end_date,
      ${originColumn('methodologies')} as methodology
    from carbon_offsets carbon_offset
    join accounts on accounts.id = carbon_offset.account_id
    join carbon_projects project on project.id = carbon_offset.project_id
    left join methodologies on methodologies.id = carbon_offset.methodology_id
    where ${where}`,
);

export async function findPublicCarbonOffset(
  db: Database,
  id: string,
): Promise<PublicCarbonOffset | undefined> {
  const { rows, isComplete } = await queryAllNodes(db, select, [id]);
  if (rows.length === 0 && !isComplete) throw nodeUnavailable();
  return rows[0];
}
