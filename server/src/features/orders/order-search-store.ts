import type { AccountId } from '../accounts/account.js';
import { referenceSearch, type FoundByReference } from '../../database/reference-search.js';

export type FoundOrder = FoundByReference<AccountId>;

/** By id or external id. */
export const orderSearch = referenceSearch<AccountId, FoundOrder>('orders', 'found.external_id');
