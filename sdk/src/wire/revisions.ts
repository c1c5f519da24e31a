// Made from the server's schemas by scripts/generate-wire-types.mjs: change those, not this.

import type { components as v1_7_1 } from './1.7.1.js';
import type { components as v1_6_6 } from './1.6.6.js';
import type { components as v1_6_3 } from './1.6.3.js';

/** The revisions of the API, newest first. */
export const revisions = ['1.7.1', '1.6.6', '1.6.3'] as const;

/** The revision that this client uses by default. */
export const defaultRevision = '1.6.6';

export interface Wires {
    '1.7.1': v1_7_1['schemas'];
    '1.6.6': v1_6_6['schemas'];
    '1.6.3': v1_6_3['schemas'];
}

export const hasOrders = {
    '1.7.1': true,
    '1.6.6': true,
    '1.6.3': false,
} as const;
