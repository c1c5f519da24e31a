import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** The address that a packet actually reaches. */
interface Reached {
  readonly ip: string;
  readonly family: 'ipv4' | 'ipv6';
}

export interface AddressRanges {
  /** False for text that is not an address. */
  includes(address: string): boolean;
}

/** Throws if a text is neither an address nor a range such as 10.1.0.0/16. */
export function addressRanges(texts: readonly string[]): AddressRanges {
  // Separate lists: in a single list, Node would match IPv4 addresses against IPv6 ranges.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const text of texts) {
    const [, ip = '', bits] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
    const family = isIPv4(ip) ? 'ipv4' : 'ipv6';
    if (isIP(ip) === 0 || isMapped(ip)) throw new Error(`${text} is not an address range`);
    if (bits === undefined) lists[family].addAddress(ip, family);
    else lists[family].addSubnet(ip, Number(bits), family);
  }
  return {
    includes(address) {
      const reached = reachedBy(address);
      return reached !== undefined && lists[reached.family].check(reached.ip, reached.family);
    },
  };
}

/** Unwraps IPv4 addresses embedded in IPv6. Drops the zone, which only names an interface. */
function reachedBy(address: string): Reached | undefined {
  if (isIPv4(address)) return { ip: address, family: 'ipv4' };
  if (!isIPv6(address)) return undefined;
  const ip = address.replace(/%.*$/, '');
  return isMapped(ip) || isTranslated(ip) ? { ip: carriedIPv4(ip), family: 'ipv4' } : { ip, family: 'ipv6' };
}

const mapped = new BlockList();
mapped.addSubnet('::ffff:0:0', 96, 'ipv6');

const isMapped = (ip: string): boolean => isIPv6(ip) && mapped.check(ip, 'ipv6');

// RFC 6052: forwarded to IPv4 by a NAT64 translator.
const translated = new BlockList();
translated.addSubnet('64:ff9b::', 96, 'ipv6');

const isTranslated = (ip: string): boolean => translated.check(ip, 'ipv6');

/** The last 32 bits. A URL normalizes them to two hexadecimal groups, whatever the notation. */
function carriedIPv4(ip: string): string {
  const groups = new URL(`http://[${ip}]`).hostname.slice(1, -1).split(':').slice(-2);
  const bytes = groups
    .map((group) => Number.parseInt(group || '0', 16))
    .flatMap((two) => [two >> 8, two & 255]);
  return bytes.join('.');
}
