import type { components as Wire163 } from './wire/1.6.3.js';
import type { components as Wire166 } from './wire/1.6.6.js';

interface Wires {
  '1.6.6': Wire166['schemas'];
  '1.6.3': Wire163['schemas'];
}

/** The revisions of the API. */
export type Revision = keyof Wires;

/** The revision that this client uses by default. */
export const defaultRevision = '1.6.6';

export type DefaultRevision = typeof defaultRevision;

/** A resource or request body in one revision: `Shape<'Deposit', '1.6.3'>`. */
export type Shape<
  Name extends keyof Wires[DefaultRevision],
  R extends Revision = DefaultRevision,
> = Name extends keyof Wires[R] ? Wires[R][Name] : never;

/** Which revisions have orders. The type is derived from the generated types, so it cannot be wrong. */
export const hasOrders: { readonly [R in Revision]: 'Order' extends keyof Wires[R] ? true : false } = {
  '1.6.6': true,
  '1.6.3': false,
};
