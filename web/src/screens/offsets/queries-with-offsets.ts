/** What is no longer as it was when an offset comes or goes. */
export const queriesWithOffsets = [
  'offsets',
  'certificates',
  'quotes',
  'orders',
  'carbon-offsets',
  'deposits',
  'planted-projects',
  'volume',
  'self',
] as const;
