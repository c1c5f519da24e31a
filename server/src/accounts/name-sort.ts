/** A name as lists compare it: without regard to case or accents, the same on every database. */
export const nameSort = (name: string): string => name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
