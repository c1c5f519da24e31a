/** The revisions of the interface that a key may be pinned to, newest first. */
export const revisions = ['1.6.6'] as const;
export type Revision = (typeof revisions)[number];
export const defaultRevision: Revision = '1.6.6';
