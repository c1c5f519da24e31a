import { isSamePlace, type DeviceRecord } from './device-record.js';

/** Device records, to be looked up by what they have in common. */
export class DeviceIndex<Entry extends DeviceRecord> {
  readonly #byKey = new Map<string, Entry>();
  readonly #groups = new Map<string, Map<string, Entry>>();

  constructor(records: readonly Entry[]) {
    for (const record of records) this.put(record);
  }

  get all(): Entry[] {
    return [...this.#byKey.values()];
  }

  put(record: Entry): void {
    this.remove(record);
    const key = keyOf(record);
    this.#byKey.set(key, record);
    for (const group of groupsOf(record)) {
      const found = this.#groups.get(group) ?? new Map<string, Entry>();
      this.#groups.set(group, found.set(key, record));
    }
  }

  remove(record: DeviceRecord): void {
    const key = keyOf(record);
    const known = this.#byKey.get(key);
    if (!known) return;
    this.#byKey.delete(key);
    for (const group of groupsOf(known)) this.#groups.get(group)?.delete(key);
  }

  get(record: DeviceRecord): Entry | undefined {
    return this.#byKey.get(keyOf(record));
  }

  of(device: string): Entry[] {
    return this.#inGroup(`device ${device}`);
  }

  atAddress({ address }: DeviceRecord): Entry[] {
    return this.#inGroup(`address ${address}`);
  }

  at(record: DeviceRecord): Entry[] {
    return this.atAddress(record).filter((one) => isSamePlace(one, record));
  }

  withSerial({ serial }: DeviceRecord): Entry[] {
    return this.#inGroup(`serial ${serial ?? ''}`);
  }

  withIdentity(record: DeviceRecord): Entry[] {
    return this.#inGroup(identityOf(record));
  }

  #inGroup(group: string): Entry[] {
    return [...(this.#groups.get(group)?.values() ?? [])];
  }
}

const keyOf = ({ device, address, slot }: DeviceRecord): string => JSON.stringify([device, address, slot]);

const identityOf = ({ serial, uuid, isByJobs }: DeviceRecord): string =>
  JSON.stringify([serial, uuid, isByJobs]);

const groupsOf = (record: DeviceRecord): string[] => [
  `device ${record.device}`,
  `address ${record.address}`,
  `serial ${record.serial ?? ''}`,
  identityOf(record),
];
