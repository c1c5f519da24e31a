/** A device as it is known at one place. */
export interface DeviceRecord {
  readonly device: string;
  readonly address: string;
  /** Distinguishes several devices at one address. */
  readonly slot: string;
  readonly serial: string | null;
  readonly uuid: string | null;
  /** Counted by its jobs, because it has no counter. */
  readonly isByJobs: boolean;
}

export const isIdentified = ({ serial, uuid }: DeviceRecord): boolean => serial !== null || uuid !== null;

export const isSamePlace = (one: DeviceRecord, { address, slot }: DeviceRecord): boolean =>
  one.address === address && one.slot === slot;

const identifiers = ['serial', 'uuid'] as const;

const shareIdentifier = (one: DeviceRecord, other: DeviceRecord): boolean =>
  identifiers.some((identifier) => one[identifier] !== null && one[identifier] === other[identifier]);

const differInIdentifier = (one: DeviceRecord, other: DeviceRecord): boolean =>
  identifiers.some(
    (identifier) =>
      one[identifier] !== null && other[identifier] !== null && one[identifier] !== other[identifier],
  );

/** Whether two records of one place belong to the same device: they share an identifier, and none differs. */
export const isSameDevice = (one: DeviceRecord, other: DeviceRecord): boolean =>
  shareIdentifier(one, other) && !differInIdentifier(one, other);

/**
 * Whether two records of one place share an identifier while the other one differs. They may still be the same device, since
 * some firmware changes its UUID. Either can be counted, but not the same pages under both.
 */
export const conflicts = (one: DeviceRecord, other: DeviceRecord): boolean =>
  shareIdentifier(one, other) && differInIdentifier(one, other);

/**
 * Whether `one` may be the known device `other`, reporting less than usual: no identifier, or no counter. Counted as a device
 * of its own, its pages would be counted again when it reports everything.
 */
export const isLessIdentified = (one: DeviceRecord, other: DeviceRecord): boolean =>
  (!isIdentified(one) && isIdentified(other)) ||
  (one.isByJobs &&
    !other.isByJobs &&
    (!isIdentified(one) || !isIdentified(other) || isSameDevice(one, other)));
