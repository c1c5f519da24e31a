import { addressRanges } from './address-ranges.js';

/** Which addresses the service may call on a tenant's behalf: public ones, and those the operator has allowed. */
export interface NetworkPolicy {
  allows(address: string): boolean;
  /** False for private networks, which the operator can allow. */
  isPublic(address: string): boolean;
  /** Whether the operator has allowed it explicitly. */
  isAllowlisted(address: string): boolean;
}

// No printer or print server can be here, so these stay blocked even if the operator allows a wide range.
const never = [
  // "This host", multicast, reserved, broadcast.
  '0.0.0.0/8',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::',
  'ff00::/8',
  // Teredo and 6to4: tunnels to an IPv4 address.
  '2001::/32',
  '2002::/16',
  // Cloud metadata services, which hand out credentials: AWS and most others, AWS containers, Alibaba, Azure, Google, Oracle,
  // Scaleway, Tencent.
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  'fd00:ec2::23',
  'fd00:ec2::254',
  '100.100.100.200',
  '168.63.129.16',
  'fd20:ce::254',
  '192.0.0.192',
  'fd00:c1::a9fe:a9fe',
  '169.254.42.42',
  'fd00:42::42',
  '169.254.0.23',
];

// Loopback, private, link-local, carrier-grade NAT, documentation and special purposes.
const closed = [
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
  // In IPv6 only 2000::/3 is public, and not all of it.
  '::/3',
  '4000::/2',
  '8000::/1',
  '2001::/23',
  '2001:db8::/32',
  '3fff::/20',
];

export function createNetworkPolicy(allowedTexts: readonly string[]): NetworkPolicy {
  const everything = addressRanges(['0.0.0.0/0', '::/0']);
  const neverCalled = addressRanges(never);
  const notPublic = addressRanges([...never, ...closed]);
  const allowed = addressRanges(allowedTexts);
  const isPublic = (address: string): boolean => everything.includes(address) && !notPublic.includes(address);
  const lists = (address: string): boolean => !neverCalled.includes(address) && allowed.includes(address);
  return { isPublic, isAllowlisted: lists, allows: (address) => isPublic(address) || lists(address) };
}
