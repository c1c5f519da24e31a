/** What a user may do in the dashboard: everything, or only read. */
export const permissions = ['full', 'restricted'] as const;

export type Permission = (typeof permissions)[number];

export const defaultPermission: Permission = 'full';
