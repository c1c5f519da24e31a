/** The queries to invalidate when an offset is created or deleted. */
export const queriesWithOffsets = [
  'offsets',
  'certificates',
  'quotes',
  'orders',
  'carbon-offsets',
  'deposits',
  'planted-projects',
  'overview',
  'self',
] as const;
