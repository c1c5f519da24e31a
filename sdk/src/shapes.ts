import type { defaultRevision, revisions, Wires } from './wire/revisions.js';

/** The revisions of the API. */
export type Revision = (typeof revisions)[number];

export type DefaultRevision = typeof defaultRevision;

/** A resource or request body in one revision: `Shape<'Deposit', '1.6.3'>`. */
export type Shape<
  Name extends keyof Wires[DefaultRevision],
  R extends Revision = DefaultRevision,
> = Name extends keyof Wires[R] ? Wires[R][Name] : never;
