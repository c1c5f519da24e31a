import type { DeviceRecord } from './device-record.js';

/**
 * How a device relates to a place where it was read. A device has at most one home.
 *
 * | State       | Begins when the device                              | Ends when                                         |
 * | ----------- | --------------------------------------------------- | ------------------------------------------------- |
 * | `home`      | is counted here                                     | it moves: removed, or `duplicate` if it starts    |
 * |             |                                                     | with a new baseline; a device that may be the     |
 * |             |                                                     | same is counted here: `retired`; the feed no      |
 * |             |                                                     | longer names the address: `left`                  |
 * | `left`      | was counted here until the feed no longer named the | it is counted anywhere: removed, or `duplicate`   |
 * |             | address; without an identifier, it starts with a    | if it has duplicates; a device that may be the    |
 * |             | new baseline when it is back                        | same is counted here: `retired`                   |
 * | `waiting`   | is read here while its home does not answer: it may | it is counted anywhere: `home` if it is here; the |
 * |             | have moved                                          | feed no longer names the address: removed         |
 * | `duplicate` | is read here and counted elsewhere at the same      | it is counted here, with a new baseline: `home`   |
 * |             | time, so two devices report the same identity       |                                                   |
 * | `retired`   | was counted here until a device was that may be the | it is counted anywhere, with a new baseline:      |
 * |             | same: better identified, or with one identifier in  | removed, or `duplicate` if it has duplicates      |
 * |             | common                                              |                                                   |
 */
export type PlaceState = 'home' | 'left' | 'duplicate' | 'waiting' | 'retired';

export interface Place extends DeviceRecord {
  readonly state: PlaceState;
}
