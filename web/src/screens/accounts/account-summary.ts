import type { Account } from '@regrove/sdk';

export type AccountSummary = Pick<Account, 'id' | 'name' | 'display_name' | 'external_id' | 'status'>;
