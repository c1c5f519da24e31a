// Made from the server's schemas by scripts/generate-wire-types.mjs: change those, not this.

export type * as v1_7_1 from './1.7.1.js';
export type * from './1.6.6.js';
export type * as v1_6_3 from './1.6.3.js';
