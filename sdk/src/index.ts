export type * from './wire.js';
