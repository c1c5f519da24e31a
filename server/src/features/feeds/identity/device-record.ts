/** What is known of a device where it was read. */
export interface DeviceRecord {
  readonly device: string;
  readonly address: string;
  /** Which of the devices at the address. */
  readonly slot: string;
  readonly serial: string | null;
  readonly uuid: string | null;
  /** Counted by its jobs, for want of a counter. */
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

/** Whether two records at one place are of the same device: they have something in common, and nothing speaks against it. */
export const isSameDevice = (one: DeviceRecord, other: DeviceRecord): boolean =>
  shareIdentifier(one, other) && !differInIdentifier(one, other);

/**
 * Whether two records at one place may be of the same device though something speaks against it: firmware that makes up a
 * new uuid now and then. Either may be counted, but what was printed in the time of the one is not the other's as well.
 */
export const conflicts = (one: DeviceRecord, other: DeviceRecord): boolean =>
  shareIdentifier(one, other) && differInIdentifier(one, other);

/**
 * Whether the first may be the second, which is known to be at its place, on a day on which it does not say who it is, or
 * has no counter. To count it by itself would count its pages once more when it says so again.
 */
export const isLessIdentified = (one: DeviceRecord, other: DeviceRecord): boolean =>
  (!isIdentified(one) && isIdentified(other)) ||
  (one.isByJobs &&
    !other.isByJobs &&
    (!isIdentified(one) || !isIdentified(other) || isSameDevice(one, other)));
