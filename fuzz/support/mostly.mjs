import fc from 'fast-check';

/** Usually the first, sometimes the second; a failing request is shrunk to the first. */
export const mostly = (usual, odd, weight = 12) =>
  fc.oneof({ withCrossShrink: true }, { weight, arbitrary: usual }, { weight: 1, arbitrary: odd });
