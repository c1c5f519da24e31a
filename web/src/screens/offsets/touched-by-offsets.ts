/** What is no longer as it was when an offset comes or goes. */
export const touchedByOffsets = [
  'offsets',
  'certificates',
  'quotes',
  'orders',
  'carbon-offsets',
  'deposits',
  'volume',
  'self',
] as const;
