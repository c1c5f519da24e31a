import type { NetworkPolicy } from '../platform/network-policy.js';

/** Impressions are printed sides; two of them may be on one sheet. */
export type Unit = 'sheets' | 'impressions';

/** What a device says of itself. */
export interface Reading {
  /**
   * What tells the device from every other one of the feed, for ever: its serial number where there is one, so that a
   * device that takes another one's place does not continue its count.
   */
  readonly device: string;
  /** Cumulative: everything that the device ever printed. */
  readonly total: number;
  readonly unit: Unit;
  /** Missing: the source does not tell managed devices apart. */
  readonly managed?: boolean;
}

/** Where to read, as whom, and what must be kept to. */
export interface Connection {
  readonly url: URL;
  /** The one in the address, or the source's own for such addresses. */
  readonly port: number;
  readonly username: string;
  /** In the clear, for as long as the connection is in use. */
  readonly password: string | null;
  readonly externalId: string | null;
  /** Whether the feed is of the account that the server is of. Others may use its credentials, but not send them elsewhere. */
  readonly isOwnServer: boolean;
  /** Whether devices that are not managed are to be left out; only then it matters which are. */
  readonly isManagedOnly: boolean;
  readonly network: NetworkPolicy;
  readonly signal: AbortSignal;
  /** Tells of a device that could not be read while others can; its pages are counted when it answers again. */
  passOver(device: string, trouble: unknown): void;
}

/** A kind of device or print server that is asked for its counters. */
export interface Source {
  /** Which addresses it takes, and the port where an address names none. */
  readonly defaultPorts: Readonly<Record<`${string}:`, number>>;
  readonly needsExternalId: boolean;
  /**
   * Every device that can be read, one at a time, so that whoever only asks whether it works can stop at the first.
   * Throws when the source as a whole cannot be read.
   */
  read(connection: Connection): AsyncIterable<Reading>;
}
