import type { DeviceRecord } from './device-record.js';
import type { Observation } from './observation.js';
import type { Place } from './place.js';

/**
 * By SNMP a printer reports its serial number, by IPP a UUID, too, and one with two addresses may be read by both: then the two names
 * are of one device. Where all report a UUID they stay apart, as queues of a server may share a serial number.
 */
export function unifyDeviceNames(
  observations: readonly Observation[],
  places: readonly Place[],
): readonly Observation[] {
  const bySerial = new Map<string, DeviceRecord[]>();
  for (const one of [...places, ...observations]) {
    if (one.serial === null) continue;
    const group = bySerial.get(one.serial);
    if (group) group.push(one);
    else bySerial.set(one.serial, [one]);
  }
  const names = new Map<string, string>();
  for (const [serial, records] of bySerial) if (isMixed(records)) names.set(serial, serial);
  for (const { serial, device, state } of places)
    if (serial !== null && state === 'home' && names.get(serial) === serial) names.set(serial, device);
  return observations.map((one) => ({ ...one, device: names.get(one.serial ?? '') ?? one.device }));
}

/** Whether a device without a UUID was read at one place, and one with a UUID at another. */
const isMixed = (records: readonly DeviceRecord[]): boolean =>
  records.some(({ uuid }) => uuid === null) &&
  records.some(({ uuid }) => uuid !== null) &&
  new Set(records.map(({ address, slot }) => `${address} ${slot}`)).size > 1;
