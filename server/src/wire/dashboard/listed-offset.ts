import { Type, type Static } from '@sinclair/typebox';
import type { BiomassOffset as OffsetRow } from '../../features/biomass/offset-store.js';
import { BiomassOffset, presentBiomassOffset } from '../biomass-offset.js';
import { Nullable } from '../fields.js';

/** An offset as in the API, and what decides whether it can be deleted. */
export const ListedOffset = Type.Object(
  {
    ...BiomassOffset.properties,
    is_locked: Type.Boolean(),
    /** YYYY-MM: the month whose close created it. */
    settled_month: Nullable(Type.String()),
  },
  { title: 'ListedOffset' },
);

export const presentListedOffset = (offset: OffsetRow): Static<typeof ListedOffset> => ({
  ...presentBiomassOffset(offset),
  is_locked: offset.billedAt !== null,
  settled_month: offset.settledMonth?.slice(0, 7) ?? null,
});
