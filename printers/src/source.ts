import type { NetworkPolicy } from './network-policy.js';

/** Impressions are printed sides; two of them may be on one sheet. */
export type Unit = 'sheets' | 'impressions';

/** The total count of one device. */
export interface Reading {
  /**
   * Identifies the device within its feed, permanently: its serial number if it has one, so that a replacement device does
   * not continue the count of the one it replaces.
   */
  readonly device: string;
  /** Cumulative: everything the device has ever printed. */
  readonly total: number;
  readonly unit: Unit;
  /** What people call the device, and its make and model, if the source tells. */
  readonly name?: string;
  readonly model?: string;
  /** Missing if the source does not distinguish managed devices. */
  readonly managed?: boolean;
  /** Set by sources that query devices directly: a device can move to another address, and may stop reporting its identity. */
  readonly origin?: Origin;
  /** Set if the printer has no counter: the total is only the sum of these jobs, and printers forget old jobs. */
  readonly jobs?: Jobs;
}

/** Where a reading comes from, and everything the device reports about its identity. */
export interface Origin {
  /** One of those passed to `reportAddresses`. */
  readonly address: string;
  /** Which of the devices at the address. */
  readonly slot: string;
  readonly serial: string | undefined;
  readonly uuid: string | undefined;
  /** The name that earlier versions gave to the device. */
  readonly formerName?: string;
}

/** The jobs that a printer remembers. Their numbers increase until the printer starts numbering again. */
export interface Jobs {
  readonly finished: readonly { readonly id: number; readonly pages: number }[];
  /** Waiting or printing. */
  readonly unfinished: readonly number[];
}

/** Where to read, with which credentials, and within which limits. */
export interface Connection {
  readonly url: URL;
  /** The port in the URL, or the source's default for its scheme. */
  readonly port: number;
  readonly username: string;
  /** In plain text, only while the connection is in use. */
  readonly password: string | null;
  readonly externalId: string | null;
  /** Whether unmanaged devices are ignored. If not, a source need not find out which devices are managed. */
  readonly isManagedOnly: boolean;
  /** Whether someone is waiting for the result: then slow devices are given up early. */
  readonly isInteractive: boolean;
  readonly network: NetworkPolicy;
  /** The time of the reading account. */
  readonly now: Date;
  readonly signal: AbortSignal;
  /** Called by sources whose readings have an origin, with all addresses that are queried, in the feed's order. */
  reportAddresses(addresses: readonly string[]): void;
  /**
   * Called for each device that cannot be read. Its pages are counted when it answers again. `places` are what its readings would have as
   * their address or device, the most likely first; default: `device`. Empty: it is no device.
   */
  reportUnreadable(device: string, error: unknown, places?: readonly string[]): void;
}

/** A kind of device or print server that page counts are read from. */
export interface Source {
  /** Its devices do not exist: it needs no server, and only sandboxes have feeds of it. */
  readonly isSimulated?: true;
  /** The URL schemes it accepts, each with its default port. */
  readonly defaultPorts: Readonly<Record<`${string}:`, number>>;
  readonly needsExternalId: boolean;
  /** What is wrong with an external id, as the end of a sentence that begins with `external_id`; undefined if it is valid. */
  readonly externalIdError?: (externalId: string) => string | undefined;
  /** The hosts that receive the server's credentials. Only for sources whose external id can name other hosts. */
  readonly hostsOf?: (url: URL, externalId: string | null) => readonly string[];
  /**
   * Yields the devices one at a time, so that a health check can stop after the first. Throws if the source as a whole
   * cannot be read.
   */
  read(connection: Connection): AsyncIterable<Reading>;
}
