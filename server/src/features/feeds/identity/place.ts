import type { DeviceRecord } from './device-record.js';

/**
 * What a place is to a device that was read there. A device has one home at most.
 *
 * | State     | It begins when the device                                | It ends when                                      |
 * | --------- | -------------------------------------------------------- | ------------------------------------------------- |
 * | `home`    | is counted here                                          | it moves (dropped, or `duplicate` if it begins anew),  |
 * |           |                                                          | gives way (`retired`), or the feed no longer      |
 * |           |                                                          | names the address (`left`)                        |
 * | `left`    | was counted here until the feed did not name the address | it is counted anywhere (dropped, or `duplicate` if it  |
 * |           | any more; without a name it begins anew here             | has any), or one that may be the same is counted  |
 * |           |                                                          | here (`retired`)                                  |
 * | `waiting` | is read here while its home keeps silent: it may have    | it is counted anywhere (`home` here), or the feed |
 * |           | moved                                                    | no longer names the address (dropped)             |
 * | `duplicate`    | is read here and counted elsewhere at once: one of the   | it is counted here, where it begins anew          |
 * |           | two says a name that is not its own                      | (`home`); else never                              |
 * | `retired` | was counted here until one was that may be the same: it  | it is counted anywhere, where it begins anew      |
 * |           | says more of itself, or has a part of the name in common | (dropped, or `duplicate` if it has any)                |
 */
export type PlaceState = 'home' | 'left' | 'duplicate' | 'waiting' | 'retired';

export interface Place extends DeviceRecord {
  readonly state: PlaceState;
}
