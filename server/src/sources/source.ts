import type { NetworkPolicy } from '../platform/net/network-policy.js';

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
  /** Given where devices are asked themselves, at addresses between which they move, and may forget who they are. */
  readonly origin?: Origin;
  /** Given where there is no counter: the total is only what these jobs come to, and the printer forgets old ones. */
  readonly jobs?: Jobs;
}

/** Where a reading is from, and all that the device says there to tell itself from others. */
export interface Origin {
  /** One of those that the source has said it asks. */
  readonly address: string;
  /** Which of the devices at the address. */
  readonly slot: string;
  readonly serial: string | undefined;
  readonly uuid: string | undefined;
  /** What the device was known by before its key was made as it is today. */
  readonly formerName?: string;
}

/** The jobs that a printer remembers. Their numbers rise, unless it begins anew. */
export interface Jobs {
  readonly finished: readonly { readonly id: number; readonly pages: number }[];
  /** Those that wait or are being printed. */
  readonly unfinished: readonly number[];
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
  /** Whether devices that are not managed are to be left out; only then it matters which are. */
  readonly isManagedOnly: boolean;
  /** Whether somebody waits for the outcome, so that whoever does not answer at once is given up. */
  readonly isInteractive: boolean;
  readonly network: NetworkPolicy;
  readonly signal: AbortSignal;
  /** Tells which addresses are asked, in the feed's order, by a source whose readings have an origin. */
  reportAddresses(addresses: readonly string[]): void;
  /** Tells of a device that could not be read while others can; its pages are counted when it answers again. */
  reportUnreadable(device: string, error: unknown): void;
}

/** A kind of device or print server that is asked for its counters. */
export interface Source {
  /** Which addresses it takes, and the port where an address names none. */
  readonly defaultPorts: Readonly<Record<`${string}:`, number>>;
  readonly needsExternalId: boolean;
  /** What an external id must be and is not, in words that follow its name; undefined where nothing is wrong with it. */
  readonly externalIdError?: (externalId: string) => string | undefined;
  /** The hosts that are asked with the server's credentials, where an external id may name others than the server's. */
  readonly hostsOf?: (url: URL, externalId: string | null) => readonly string[];
  /**
   * Every device that can be read, one at a time, so that whoever only asks whether it works can stop at the first.
   * Throws when the source as a whole cannot be read.
   */
  read(connection: Connection): AsyncIterable<Reading>;
}
