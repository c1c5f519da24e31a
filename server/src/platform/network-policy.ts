import { BlockList, isIP } from 'node:net';

/** Which addresses the service may call on a tenant's behalf: public ones, and those the operator has allowed. */
export interface NetworkPolicy {
  allows(address: string): boolean;
  /** False within a network of somebody's own, where the operator may allow it or not. */
  isPublic(address: string): boolean;
}

// Loopback, private, link-local (cloud metadata lives there), carrier-grade NAT, documentation, multicast and reserved.
const closed = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];

export function createNetworkPolicy(allowedRanges: readonly string[]): NetworkPolicy {
  const refused = blockList(closed);
  const allowed = blockList(allowedRanges);
  const isPublic = (address: string): boolean => {
    const { ip, family } = plain(address);
    return family !== undefined && !refused.check(ip, family);
  };
  return {
    isPublic,
    allows(address) {
      const { ip, family } = plain(address);
      return isPublic(address) || (family !== undefined && allowed.check(ip, family));
    },
  };
}

/** Throws when the text is not an address range such as 10.1.0.0/16. */
export function blockList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [ip = '', bits = ''] = range.split('/');
    const family = isIP(ip) === 4 ? 'ipv4' : 'ipv6';
    if (isIP(ip) === 0 || (bits !== '' && !/^\d{1,3}$/.test(bits)))
      throw new Error(`${range} is not an address range`);
    if (bits === '') list.addAddress(ip, family);
    else list.addSubnet(ip, Number(bits), family);
  }
  return list;
}

// An IPv4 address in IPv6 clothes is judged as what it reaches.
function plain(address: string): { ip: string; family: 'ipv4' | 'ipv6' | undefined } {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  const ip = mapped?.[1] ?? address;
  const version = isIP(ip);
  return { ip, family: version === 4 ? 'ipv4' : version === 6 ? 'ipv6' : undefined };
}
