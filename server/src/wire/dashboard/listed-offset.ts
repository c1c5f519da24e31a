import { Type, type Static } from '@sinclair/typebox';
import type { BiomassOffset as OffsetRow } from '../../features/biomass/offset-store.js';
import { BiomassOffset, presentBiomassOffset } from '../biomass-offset.js';
import { Nullable } from '../fields.js';
import { AccountNameFields, type WithAccountName } from './list-level.js';

/** An offset as in the API, what decides whether it can be deleted, and where it comes from. */
export const ListedOffset = Type.Object(
  {
    ...BiomassOffset.properties,
    ...AccountNameFields.properties,
    is_locked: Type.Boolean(),
    /** YYYY-MM: the month whose close created it. */
    settled_month: Nullable(Type.String()),
    /** What its order or quote is called. */
    reference: Nullable(Type.String()),
  },
  { title: 'ListedOffset' },
);

export const presentListedOffset = (
  offset: OffsetRow & WithAccountName & { readonly reference: string | null },
): Static<typeof ListedOffset> => ({
  ...presentBiomassOffset(offset),
  account_name: offset.accountName,
  is_locked: offset.billedAt !== null,
  settled_month: offset.settledMonth?.slice(0, 7) ?? null,
  reference: offset.reference,
});
