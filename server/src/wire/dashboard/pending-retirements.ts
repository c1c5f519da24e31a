import { Type } from '@sinclair/typebox';
import { Decimal } from '../fields.js';
import { RetirementRow } from '../retirement-row.js';

export const PendingRetirements = Type.Object(
  {
    /** Whole credits. */
    credits: Decimal,
    rows: Type.Array(RetirementRow),
    has_more: Type.Boolean(),
  },
  { title: 'PendingRetirements' },
);
