import type { AccountId } from '../accounts/account.js';
import { referenceSearch, type FoundByReference } from '../../database/reference-search.js';

export type FoundFeed = FoundByReference<AccountId> & { readonly type: string };

/** By id, external id or type. */
export const feedSearch = referenceSearch<AccountId, FoundFeed>(
  'feeds',
  "found.type || ' ' || coalesce(found.external_id, '')",
  ['type'],
);
