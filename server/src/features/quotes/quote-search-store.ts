import type { AccountId } from '../accounts/account.js';
import { referenceSearch, type FoundByReference } from '../../database/reference-search.js';

export type FoundQuote = FoundByReference<AccountId>;

/** By id or external id. */
export const quoteSearch = referenceSearch<AccountId, FoundQuote>('quotes', 'found.external_id');
