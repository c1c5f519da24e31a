import type { DeviceRecord } from './device-record.js';

/** A device as it was read. `device` is the name that it would have as a new device. */
export interface Observation extends DeviceRecord {
  /** The name that earlier versions gave to the device. */
  readonly formerName: string | undefined;
}
