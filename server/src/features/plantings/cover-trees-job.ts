/** Covers certificates by plantings, and takes back what was covered by trees that died. */
export const coverTreesJob = { name: 'cover-trees', attempts: 3 } as const;
