/** What is known of a device where it was read. */
export interface Trace {
  readonly device: string;
  readonly address: string;
  /** Which of the devices at the address. */
  readonly slot: string;
  readonly serial: string | null;
  readonly uuid: string | null;
  /** Counted by its jobs, for want of a counter. */
  readonly isByJobs: boolean;
}

export const isNamed = ({ serial, uuid }: Trace): boolean => serial !== null || uuid !== null;

export const isAt = (one: Trace, { address, slot }: Trace): boolean =>
  one.address === address && one.slot === slot;

const parts = ['serial', 'uuid'] as const;

const haveInCommon = (one: Trace, other: Trace): boolean =>
  parts.some((part) => one[part] !== null && one[part] === other[part]);

const contradict = (one: Trace, other: Trace): boolean =>
  parts.some((part) => one[part] !== null && other[part] !== null && one[part] !== other[part]);

/** Whether two traces at one place are of the same device: they have something in common, and nothing speaks against it. */
export const isSameDevice = (one: Trace, other: Trace): boolean =>
  haveInCommon(one, other) && !contradict(one, other);

/**
 * Whether two traces at one place may be of the same device though something speaks against it: firmware that makes up a
 * new uuid now and then. Either may be counted, but what was printed in the time of the one is not the other's as well.
 */
export const isRival = (one: Trace, other: Trace): boolean =>
  haveInCommon(one, other) && contradict(one, other);

/**
 * Whether the first may be the second, which is known to be at its place, on a day on which it does not say who it is, or
 * has no counter. To count it by itself would count its pages once more when it says so again.
 */
export const isLesser = (one: Trace, other: Trace): boolean =>
  (!isNamed(one) && isNamed(other)) ||
  (one.isByJobs && !other.isByJobs && (!isNamed(one) || !isNamed(other) || isSameDevice(one, other)));
