import { afterEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../src/platform/config/config.js';
import { createNetworkPolicy } from '../../src/platform/net/network-policy.js';
import { pinnedAddress } from '../../../printers/src/pinned-address.js';
import { resolver as names, useFakeResolver } from '../support/fake-dns.js';
import { until } from '../support/until.js';

useFakeResolver();
afterEach(() => vi.clearAllMocks());

const strict = createNetworkPolicy([]);
const wide = createNetworkPolicy(['0.0.0.0/0', '::/0']);

const closed = [
  // The first and the last address of each range.
  ...['10.0.0.0', '10.255.255.255', '100.64.0.0', '100.127.255.255', '127.0.0.1', '127.255.255.255'],
  ...['169.254.0.1', '169.254.255.255', '172.16.0.0', '172.31.255.255', '192.0.0.1', '192.0.2.1'],
  ...['192.88.99.1', '192.168.0.0', '192.168.255.255', '198.18.0.0', '198.19.255.255', '198.51.100.1'],
  '203.0.113.1',
  ...['::1', '::7f00:1', '::127.0.0.1', '64:ff9b:1::1', '64:ff9b:1::10.0.0.1', '100::1', '1fff::1'],
  ...['2001:1ff::1', '2001:db8::1', '3fff::1', '3fff:fff::1', '4000::1', '7fff::1', '8000::1'],
  ...['fc00::1', 'fdff::1', 'fe80::1', 'febf::1', 'fec0::1'],
  // With a zone.
  ...['fe80::1%eth0', '::1%lo', 'fe80::1%1'],
  // IPv4 addresses in IPv6 notation.
  ...['::ffff:127.0.0.1', '::ffff:7f00:1', '0:0:0:0:0:ffff:7f00:0001', '::FFFF:7F00:1', '::ffff:a00:1%lo'],
  ...['64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b::c0a8:101'],
];

const neverAllowed = [
  ...['0.0.0.0', '0.1.2.3', '224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255'],
  ...['::', 'ff02::1', 'ff05::1%eth0', '::ffff:0:0', '::ffff:e000:1', '64:ff9b::', '64:ff9b::e000:1'],
  ...['2001::1', '2001:0:53aa:64c::1', '2002:7f00:1::', '2002:a00:1::1'],
  // The metadata services of cloud providers.
  ...[
    '169.254.169.254',
    '169.254.170.2',
    'fd00:ec2::254',
    '100.100.100.200',
    '168.63.129.16',
    'fd20:ce::254',
  ],
  ...['::ffff:a9fe:a9fe', '64:ff9b::a9fe:a9fe', 'fd00:ec2:0::254'],
];

const open = [
  ...['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
  ...['128.0.0.0', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '192.167.255.255'],
  ...['192.169.0.0', '198.17.255.255', '198.20.0.0', '223.255.255.255'],
  ...['2000::1', '2001:200::1', '2001:db7::1', '2001:db9::1', '2003::1', '2606:4700::1111', '3ffe::1'],
  ...['::ffff:8.8.8.8', '::ffff:808:808', '64:ff9b::808:808'],
];

const noAddresses = [
  '',
  'localhost',
  '127.1',
  '0177.0.0.1',
  '2130706433',
  '8.8.8.8.',
  '8.8.8.8/8',
  '[::1]',
  ':::',
];

describe('the addresses that feeds may connect to', () => {
  it.each(closed)('%s is only allowed by the operator', (address) => {
    expect([strict.isPublic(address), strict.allows(address)]).toEqual([false, false]);
    expect([wide.isPublic(address), wide.allows(address)]).toEqual([false, true]);
  });

  it.each(neverAllowed)('%s is never allowed, whatever the operator allows', (address) => {
    const named = address.includes('%') || /^(::ffff:|64:ff9b::)/.test(address) ? [] : [address];
    for (const policy of [strict, wide, createNetworkPolicy(named)])
      expect([policy.isPublic(address), policy.allows(address)]).toEqual([false, false]);
  });

  it.each(open)('%s is public', (address) => {
    expect([strict.isPublic(address), strict.allows(address)]).toEqual([true, true]);
  });

  it.each(noAddresses)('%j is not an address', (text) => {
    for (const policy of [strict, wide])
      expect([policy.isPublic(text), policy.allows(text)]).toEqual([false, false]);
  });

  it('are limited to the allowed range, in every notation', () => {
    const policy = createNetworkPolicy(['10.1.0.0/16', 'fd12::/32', '192.168.7.7']);
    for (const address of [
      '10.1.0.0',
      '10.1.255.255',
      '::ffff:a01:203',
      '64:ff9b::a01:203',
      'fd12::9',
      '192.168.7.7',
    ])
      expect([address, policy.allows(address)]).toEqual([address, true]);
    for (const address of [
      '10.0.255.255',
      '10.2.0.0',
      '::ffff:a02:0',
      'fd12:1::',
      '192.168.7.8',
      '::10.1.0.1',
    ])
      expect([address, policy.allows(address)]).toEqual([address, false]);
  });

  it('of one family do not allow the other', () => {
    expect(createNetworkPolicy(['::/0']).allows('10.0.0.1')).toBe(false);
    expect(createNetworkPolicy(['0.0.0.0/0']).allows('fd00::1')).toBe(false);
  });
});

describe('REGROVE_ALLOW_PRIVATE_FEEDS', () => {
  it.each([
    ...['10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/16', '10.0.0/8', '10.0.0.0/-1', '10.0.0.0/8x', '10.1'],
    ...[
      'fe80::%eth0/10',
      '::/129',
      '::ffff:10.0.0.0/104',
      '::ffff:a00:1',
      'localhost',
      '10.0.0.0/8,',
      '0x7f.0.0.1',
    ],
  ])('refuses %s', (range) => {
    expect(() => readConfig({ REGROVE_ALLOW_PRIVATE_FEEDS: range })).toThrow(
      'REGROVE_ALLOW_PRIVATE_FEEDS must be',
    );
  });
});

describe('the address of a host name', () => {
  it.each([
    ...['http://localhost', 'http://2130706433', 'http://0177.1', 'http://0x7f000001', 'http://127.1'],
    ...['http://127.0.0.1.', 'http://[::ffff:127.0.0.1]', 'http://[::1]', 'http://0', 'http://①②⑦.⓪.⓪.①'],
    // `URL` does not normalize hosts of schemes other than http and the like.
    ...[
      'snmp://2130706433',
      'snmp://0177.1',
      'snmp://0x7f.1',
      'snmp://127.1',
      'snmp://[::ffff:7f00:1]',
      'snmp://0',
    ],
  ])('%s is loopback, and refused', async (url) => {
    await expect(pinnedAddress(new URL(url).hostname, strict)).rejects.toMatchObject({
      name: 'SourceError',
      message: expect.stringContaining('is not a public address'),
    });
  });

  it.each(['localhost.', '127.0.0.1.'])('%s is refused or cannot be resolved', async (name) => {
    await expect(pinnedAddress(name, strict)).rejects.toThrow(/not a public address|ENOTFOUND/);
  });

  const answers = (...addresses: string[]): void => {
    names.resolve4.mockResolvedValueOnce(addresses.filter((address) => !address.includes(':')));
    names.resolve6.mockResolvedValueOnce(addresses.filter((address) => address.includes(':')));
  };

  it('is the first allowed one of several', async () => {
    answers('10.0.0.1', 'fe80::1%eth0', '8.8.8.8', '9.9.9.9');
    expect(await pinnedAddress('mixed.example', strict)).toBe('8.8.8.8');
    answers('fd00::1', '10.0.0.1', '8.8.8.8');
    expect(await pinnedAddress('mixed.example', createNetworkPolicy(['10.0.0.0/8']))).toBe('10.0.0.1');
  });

  it('is an error if none of several is allowed, or there is none', async () => {
    answers('10.0.0.1', '169.254.169.254', '::1');
    await expect(pinnedAddress('inside.example', strict)).rejects.toThrow(
      '10.0.0.1, 169.254.169.254, ::1 is not',
    );
    answers();
    await expect(pinnedAddress('empty.example', strict)).rejects.toThrow('the name has no address');
  });

  it('is resolved once', async () => {
    answers('8.8.8.8');
    expect(await pinnedAddress('rebinding.example', strict)).toBe('8.8.8.8');
    expect([names.resolve4.mock.calls, names.resolve6.mock.calls]).toEqual([
      [['rebinding.example']],
      [['rebinding.example']],
    ]);
  });

  it('is that of the address family that has one', async () => {
    names.resolve4.mockRejectedValueOnce(Object.assign(new Error('none'), { code: 'ENODATA' }));
    names.resolve6.mockResolvedValueOnce(['2606:4700::1111']);
    expect(await pinnedAddress('six.example', strict)).toBe('2606:4700::1111');
  });

  it('is not resolved again right after a failure', async () => {
    const unknown = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    names.resolve4.mockRejectedValueOnce(unknown);
    names.resolve6.mockRejectedValueOnce(unknown);
    for (let time = 0; time < 3; time++)
      await expect(pinnedAddress('lost.example', strict)).rejects.toBe(unknown);
    expect(names.resolve4).toHaveBeenCalledTimes(1);
  });

  it('is given up when the signal aborts, and resolved again later', async () => {
    const off = new AbortController();
    let giveUp: (reason: Error) => void = () => undefined;
    const response = new Promise<never>((_, reject) => (giveUp = reject));
    names.resolve4.mockReturnValueOnce(response);
    names.resolve6.mockReturnValueOnce(response);
    names.cancel.mockImplementationOnce(() => {
      giveUp(Object.assign(new Error('cancelled'), { code: 'ECANCELLED' }));
    });
    const pinned = pinnedAddress('slow.example', strict, off.signal);
    await until(
      'the name to be looked up',
      () => names.resolve6.mock.calls.length,
      (count) => count > 0,
    );
    off.abort();
    await expect(pinned).rejects.toMatchObject({ code: 'ECANCELLED' });
    answers('8.8.8.8');
    expect(await pinnedAddress('slow.example', strict)).toBe('8.8.8.8');
  });
});
