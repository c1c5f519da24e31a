import fc from 'fast-check';

/** The usual, and the odd now and then; a request that fails is tried with the usual. */
export const mostly = (usual, odd, weight = 12) =>
  fc.oneof({ withCrossShrink: true }, { weight, arbitrary: usual }, { weight: 1, arbitrary: odd });
