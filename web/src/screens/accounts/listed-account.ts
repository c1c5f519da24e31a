import type { Account } from '@regrove/sdk';

export type ListedAccount = Pick<Account, 'id' | 'name' | 'display_name' | 'external_id' | 'status'>;
