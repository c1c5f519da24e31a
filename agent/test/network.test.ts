import { describe, expect, it } from 'vitest';
import { addressesIn, overlaps, parseAddress, parseRange, policyOf } from '../src/network.js';
import { parsePrinter } from '../src/commands.js';
import { mergePrinters, type Printer } from '../src/inventory.js';
import { lastDue, nextDue, readingMinute } from '../src/schedule.js';

describe('A range', () => {
  it('begins at its first address', () => {
    expect(parseRange('10.1.2.77/22')).toBe('10.1.0.0/22');
    expect(parseRange('10.1.2.77')).toBe('10.1.2.77/32');
  });

  it.each([
    '10.1.0.0/8',
    '10.1.0.0/33',
    '10.1.0/24',
    'printers.example',
    'fd00::/64',
    '10.1.0.0/',
    '',
    '0x0a.1.0.0/24',
  ])('%s is refused', (text) => {
    expect(() => parseRange(text)).toThrow(/range|large/);
  });

  it('has all addresses but those of the network and of broadcasts', () => {
    expect([...addressesIn('10.1.0.252/30')]).toEqual(['10.1.0.253', '10.1.0.254']);
    expect([...addressesIn('10.1.0.5/32')]).toEqual(['10.1.0.5']);
    expect([...addressesIn('255.255.255.254/31')]).toEqual(['255.255.255.254', '255.255.255.255']);
    const all = [...addressesIn('10.1.0.0/22')];
    expect([all.length, all[0], all[255], all.at(-1)]).toEqual([1022, '10.1.0.1', '10.1.1.0', '10.1.3.254']);
  });

  it('is reached by interfaces that share addresses with it', () => {
    expect(overlaps('10.1.0.0/22', '10.1.2.9/24')).toBe(true);
    expect(overlaps('10.1.2.0/24', '10.1.0.9/16')).toBe(true);
    expect(overlaps('10.1.0.0/22', '10.1.4.9/24')).toBe(false);
    expect(overlaps('10.1.0.0/22', '::1/128')).toBe(false);
  });
});

describe('The policy of an agent', () => {
  const policy = policyOf({ ranges: ['10.1.0.0/22', 'fd00::5'], leftOut: ['10.1.0.9'] });
  it.each([
    ['10.1.3.254', true],
    ['::ffff:10.1.0.7', true],
    ['fd00::5', true],
    ['10.1.4.1', false],
    ['10.1.0.9', false],
    ['::ffff:10.1.0.9', false],
    ['127.0.0.1', false],
    ['8.8.8.8', false],
    ['fd00::6', false],
    ['printer.example', false],
  ])('for %s: %s', (address, isAllowed) => {
    expect(policy.allows(address)).toBe(isAllowed);
  });

  it('never allows addresses that hand out credentials of clouds', () => {
    expect(policyOf({ ranges: ['169.254.0.0/16'], leftOut: [] }).allows('169.254.169.254')).toBe(false);
  });

  it('allows nothing before a range was given', () => {
    expect(policyOf({ ranges: [], leftOut: [] }).allows('8.8.8.8')).toBe(false);
  });
});

describe('A printer by hand', () => {
  it.each([
    ['10.1.0.5', { protocol: 'snmp', address: '10.1.0.5', port: 161 }],
    ['10.1.0.5:1161', { protocol: 'snmp', address: '10.1.0.5', port: 1161 }],
    ['fd00::0:5', { protocol: 'snmp', address: 'fd00::5', port: 161 }],
    ['::ffff:10.1.0.5', { protocol: 'snmp', address: '10.1.0.5', port: 161 }],
    ['[::ffff:a01:5]:1161', { protocol: 'snmp', address: '10.1.0.5', port: 1161 }],
    ['[fd00::5]:1161', { protocol: 'snmp', address: 'fd00::5', port: 1161 }],
    [
      'ipp://10.1.0.5',
      { protocol: 'ipp', address: '10.1.0.5', port: 631, path: '/ipp/print', isSecure: false },
    ],
    [
      'ipps://10.1.0.5:443/a',
      { protocol: 'ipp', address: '10.1.0.5', port: 443, path: '/a', isSecure: true },
    ],
  ])('%s', (text, printer) => {
    expect(parsePrinter(text)).toEqual({ ...printer, foundBy: 'hand' });
  });

  it.each([
    'printer.example',
    'ipp://printer.example/',
    'http://10.1.0.5',
    'ipp://me@10.1.0.5',
    '10.1.0.5/24',
    '',
    '10.1.0.5:0',
    'ipp://10.1.0.5:0/ipp/print',
    '0.0.0.0',
    '::',
    '224.0.0.251',
    'ff02::fb',
    '255.255.255.255',
    '169.254.169.254',
    '::ffff:169.254.169.254',
    '64:ff9b::a01:5',
  ])('%s is refused', (text) => {
    expect(() => parsePrinter(text)).toThrow();
  });

  it('has an address and no name', () => {
    expect(() => parseAddress('printer')).toThrow('names can lead anywhere');
  });
});

describe('A printer that is found again', () => {
  const bySnmp: Printer = { protocol: 'snmp', address: '10.1.0.5', port: 161, device: 'A', foundBy: 'scan' };
  const byIpp: Printer = {
    protocol: 'ipp',
    address: '10.1.0.5',
    port: 631,
    path: '/ipp/print',
    foundBy: 'mdns',
  };
  it('keeps its protocol, by which its readings are known', () => {
    expect(mergePrinters([bySnmp], [byIpp])).toEqual([bySnmp]);
    expect(mergePrinters([byIpp], [bySnmp])).toEqual([byIpp]);
    expect(mergePrinters([], [bySnmp, byIpp])).toEqual([bySnmp]);
  });

  it('has its new name', () => {
    expect(mergePrinters([bySnmp], [{ ...bySnmp, name: 'Lobby' }])).toEqual([{ ...bySnmp, name: 'Lobby' }]);
  });
});

describe('The daily reading', () => {
  it('is at a time of the night that differs between agents, and is always the same for one', () => {
    const minutes = Array.from({ length: 500 }, (_, at) => readingMinute(`ag_${at}`));
    expect(minutes.every((minute) => minute >= 0 && minute < 300)).toBe(true);
    expect(new Set(minutes).size).toBeGreaterThan(200);
    expect(readingMinute('ag_7')).toBe(minutes[7]);
  });

  it('is due once a day', () => {
    const now = new Date(2026, 5, 10, 12, 0);
    const due = lastDue('ag_1', now);
    expect(due.getDate()).toBe(10);
    expect(nextDue('ag_1', now).getDate()).toBe(11);
    expect(lastDue('ag_1', new Date(due.getTime() - 1)).getDate()).toBe(9);
    expect(lastDue('ag_1', due)).toEqual(due);
  });
});
