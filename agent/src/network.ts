import { isIP, isIPv4, isIPv6 } from 'node:net';
import { addressRanges } from '@regrove/printers/address-ranges';
import { createNetworkPolicy, type NetworkPolicy } from '@regrove/printers/network-policy';
import { UserError } from './user-error.js';

/** More addresses are scanned range by range, by someone who means it. */
export const maxAddresses = 65_536;
const minPrefix = 16;

/** Only what was given is ever called, and nothing that is left out, whoever names another address. */
export function policyOf({
  ranges,
  leftOut,
}: {
  readonly ranges: readonly string[];
  readonly leftOut: readonly string[];
}): NetworkPolicy {
  const given = createNetworkPolicy(ranges);
  const closed = addressRanges(leftOut);
  const allows = (address: string): boolean => given.isAllowlisted(address) && !closed.includes(address);
  return { allows, isAllowlisted: allows, isPublic: (address) => given.isPublic(address) };
}

/** A range of IPv4 addresses such as 10.1.0.0/22, from its first address on; a single address is one of length 32. */
export function parseRange(text: string): string {
  const [, ip = '', bits = '32'] = /^([\d.]+)(?:\/(\d{1,2}))?$/.exec(text.trim()) ?? [];
  const prefix = Number(bits);
  if (!isIPv4(ip) || prefix > 32)
    throw new UserError(`${text} is not a range of addresses such as 10.1.0.0/22`);
  if (prefix < minPrefix)
    throw new UserError(
      `${text} is too large: a range has at most ${maxAddresses} addresses (/${minPrefix})`,
    );
  return `${textOf(firstOf(ip, prefix))}/${prefix}`;
}

/** An address, of either version, in the form in which it is compared. */
export function parseAddress(text: string): string {
  const address = text.trim().replace(/^\[(.*)\]$/, '$1');
  if (isIP(address) === 0 || address.includes('%'))
    throw new UserError(`${text} is not an address such as 10.1.0.5: names can lead anywhere`);
  const plain = isIPv6(address) ? carriedIPv4(new URL(`http://[${address}]`).hostname.slice(1, -1)) : address;
  if (!createNetworkPolicy([plain]).isAllowlisted(plain))
    throw new UserError(
      `${text} cannot be the address of a printer: it is reserved, or for many, or for services of a cloud`,
    );
  return plain;
}

/** An IPv4 address in the form of IPv6 is the same address, and would not be recognized as such. */
function carriedIPv4(ip: string): string {
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(ip) ?? [];
  return high === undefined || low === undefined
    ? ip
    : textOf(Number.parseInt(high, 16) * 65_536 + Number.parseInt(low, 16));
}

/** Every address of a range that a device can have: without those of the network itself and of its broadcasts. */
export function* addressesIn(range: string): Generator<string, void, undefined> {
  const [ip = '', bits] = range.split('/');
  const prefix = Number(bits);
  const [first, size] = [firstOf(ip, prefix), 2 ** (32 - prefix)];
  const margin = size > 2 ? 1 : 0;
  for (let at = first + margin; at < first + size - margin; at++) yield textOf(at);
}

/** Whether an interface with this address and prefix reaches addresses of a range. */
export function overlaps(range: string, cidr: string): boolean {
  const [[a = '', aBits], [b = '', bBits]] = [range.split('/'), cidr.split('/')];
  if (!isIPv4(a) || !isIPv4(b)) return false;
  const shorter = Math.min(Number(aBits ?? 32), Number(bBits ?? 32));
  return firstOf(a, shorter) === firstOf(b, shorter);
}

const numberOf = (ip: string): number => ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
const firstOf = (ip: string, prefix: number): number => numberOf(ip) - (numberOf(ip) % 2 ** (32 - prefix));
const textOf = (value: number): string => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');
