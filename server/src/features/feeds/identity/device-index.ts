import type { DeviceRecord } from './device-record.js';

/**
 * Device records, to be looked up by what they have in common. Each look-up takes as long as what it finds: a tenant can send thousands
 * of devices with one name, one serial number or one address.
 */
export class DeviceIndex<Entry extends DeviceRecord> {
  readonly #byKey = new Map<string, Entry>();
  readonly #groups = new Map<string, Map<string, Entry>>();

  constructor(
    records: readonly Entry[],
    private readonly moreGroupsOf: (record: Entry) => readonly string[] = () => [],
  ) {
    for (const record of records) this.put(record);
  }

  get all(): Entry[] {
    return [...this.#byKey.values()];
  }

  put(record: Entry): void {
    this.remove(record);
    const key = keyOf(record);
    this.#byKey.set(key, record);
    for (const group of this.#groupsOf(record)) {
      const found = this.#groups.get(group) ?? new Map<string, Entry>();
      this.#groups.set(group, found.set(key, record));
    }
  }

  remove(record: DeviceRecord): void {
    const key = keyOf(record);
    const known = this.#byKey.get(key);
    if (!known) return;
    this.#byKey.delete(key);
    for (const group of this.#groupsOf(known)) this.#groups.get(group)?.delete(key);
  }

  get(record: DeviceRecord): Entry | undefined {
    return this.#byKey.get(keyOf(record));
  }

  of(device: string): Entry[] {
    return this.#all(groups.device(device));
  }

  has(device: string): boolean {
    return this.first(groups.device(device)) !== undefined;
  }

  atAddress(address: string): Entry[] {
    return this.#all(groups.address(address));
  }

  at(record: DeviceRecord): Entry[] {
    return this.#all(groups.place(record));
  }

  isRead(place: DeviceRecord): boolean {
    return this.first(groups.place(place)) !== undefined;
  }

  countWithSerial({ serial }: DeviceRecord): number {
    return this.#groups.get(groups.serial(serial))?.size ?? 0;
  }

  firstWithIdentity(record: DeviceRecord): Entry | undefined {
    return this.first(groups.identity(record));
  }

  /** Of a group, the record that was put first. */
  protected first(group: string): Entry | undefined {
    return this.#groups.get(group)?.values().next().value;
  }

  #all(group: string): Entry[] {
    return [...(this.#groups.get(group)?.values() ?? [])];
  }

  #groupsOf(record: Entry): string[] {
    return [
      groups.device(record.device),
      groups.address(record.address),
      groups.place(record),
      groups.serial(record.serial),
      groups.identity(record),
      ...this.moreGroupsOf(record),
    ];
  }
}

const keyOf = ({ device, address, slot }: DeviceRecord): string => JSON.stringify([device, address, slot]);

const groups = {
  device: (device: string): string => `device ${device}`,
  address: (address: string): string => `address ${address}`,
  place: ({ address, slot }: DeviceRecord): string => `place ${JSON.stringify([address, slot])}`,
  serial: (serial: string | null): string => `serial ${serial ?? ''}`,
  identity: ({ serial, uuid, isByJobs }: DeviceRecord): string => JSON.stringify([serial, uuid, isByJobs]),
};
