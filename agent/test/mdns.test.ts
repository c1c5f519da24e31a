import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spawnRecorded, type RecordedProcess } from '../../server/test/support/regrove-process.js';
import { until } from '../../server/test/support/until.js';
import { findSystemProgram } from '../../server/test/support/system-programs.js';
import { type MdnsRecords, findByMdns, addRecord, printersIn } from '../src/mdns.js';
import { policyOf } from '../src/network.js';
import { canMakeNetworks, makePrinterNetwork, type PrinterNetwork } from './support/printer-network.js';

const avahi = findSystemProgram('avahi-daemon');
const prefix = '198.18.72';

const service = (name: string, type: string, port: number, path: string, host?: string): string =>
  `<?xml version="1.0"?><!DOCTYPE service-group SYSTEM "avahi-service.dtd"><service-group><name>${name}</name><service>
  <type>${type}</type>${host === undefined ? '' : `<host-name>${host}</host-name>`}<port>${port}</port>
  <txt-record>rp=${path}</txt-record><txt-record>ty=Acme Laser 5</txt-record></service></service-group>`;

describe.skipIf(!canMakeNetworks || avahi.missing)('Printers that announce themselves', () => {
  let network: PrinterNetwork;
  let folder: string;
  let daemon: RecordedProcess;
  beforeAll(async () => {
    network = makePrinterNetwork(prefix, [`${prefix}.20`]);
    folder = await mkdtemp(join(tmpdir(), 'regrove-avahi-'));
    await mkdir(join(folder, 'services'));
    const configuration =
      '[server]\nhost-name=copier\nuse-ipv6=no\nenable-dbus=no\nallow-interfaces=\n[publish]\npublish-workstation=no\n';
    await writeFile(join(folder, 'avahi.conf'), configuration.replace('allow-interfaces=\n', ''));
    await writeFile(join(folder, 'hosts'), '203.0.113.9 outside.local\n');
    const files: [string, string][] = [
      ['plain', service('Copier', '_ipp._tcp', 631, 'ipp/print')],
      ['secure', service('Copier', '_ipps._tcp', 443, 'ipp/print')],
      ['second', service('Second queue', '_ipp._tcp', 631, 'printers/second')],
      ['outside', service('Elsewhere', '_ipp._tcp', 631, 'ipp/print', 'outside.local')],
      ['climbing', service('Climbing', '_ipp._tcp', 631, '../admin')],
    ];
    for (const [name, text] of files) await writeFile(join(folder, 'services', `${name}.service`), text);
    const script = `mount -t tmpfs none /run && mkdir /run/avahi-daemon && mount --bind "$1/services" /etc/avahi/services &&
      mount --bind "$1/hosts" /etc/avahi/hosts && exec "$2" -f "$1/avahi.conf" --no-drop-root --no-rlimits --no-chroot`;
    const inside = ['unshare', '--mount', 'sh', '-c', script, 'sh', folder, avahi.binary];
    daemon = spawnRecorded('/usr/bin/env', ['ip', 'netns', 'exec', network.name, ...inside], {
      PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
    });
    await until('avahi to announce all', () =>
      /Service "Climbing".*successfully established/.test(daemon.stderr + daemon.stdout),
    );
  });
  afterAll(async () => {
    await daemon.stop();
    network.remove();
    await rm(folder, { recursive: true });
  });

  it('are found in the given ranges, each once, with TLS if they have it', async () => {
    const ranges = [`${prefix}.0/24`];
    const found = await findByMdns(ranges, policyOf({ ranges, leftOut: [] }));
    const common = { protocol: 'ipp', address: `${prefix}.20`, model: 'Acme Laser 5', foundBy: 'mdns' };
    expect(found.sort((a, b) => a.port - b.port)).toEqual([
      { ...common, port: 443, path: '/ipp/print', isSecure: true, name: 'Copier' },
      { ...common, port: 631, path: '/printers/second', isSecure: false, name: 'Second queue' },
    ]);
  });

  it('are not found outside of them, or if they are left out', async () => {
    const ranges = [`${prefix}.0/24`];
    expect(await findByMdns(ranges, policyOf({ ranges, leftOut: [`${prefix}.20`] }))).toEqual([]);
    expect(await findByMdns(['10.99.0.0/24'], policyOf({ ranges: ['10.99.0.0/24'], leftOut: [] }))).toEqual(
      [],
    );
  });
});

describe('Announcements', () => {
  const network = policyOf({ ranges: ['10.1.0.0/24'], leftOut: [] });
  const empty = (): MdnsRecords => ({
    instances: new Map(),
    targets: new Map(),
    texts: new Map(),
    addresses: new Map(),
  });
  const usual = [
    { name: '_ipp._tcp.local', type: 'PTR', data: 'A._ipp._tcp.local' },
    { name: 'A._ipp._tcp.local', type: 'SRV', data: { target: 'a.local', port: 631 } },
    { name: 'A._ipp._tcp.local', type: 'TXT', data: [Buffer.from('rp=ipp/print')] },
    { name: 'a.local', type: 'A', data: '10.1.0.5' },
  ];
  const found = (records: readonly { name: string; type: string; data?: unknown }[]) => {
    const announced = empty();
    for (const record of records) addRecord(announced, record);
    return printersIn(announced, network);
  };

  it('of a printer are taken', () => {
    expect(found(usual)).toMatchObject([{ address: '10.1.0.5', port: 631, path: '/ipp/print', name: 'A' }]);
  });

  it.each([
    ['an address outside', 3, { data: '10.2.0.5' }],
    ['an address that is none', 3, { data: '10.1.0.5.example' }],
    ['a port that is none', 1, { data: { target: 'a.local', port: 0 } }],
    ['a place without a target', 1, { data: null }],
    ['a path that climbs', 2, { data: [Buffer.from('rp=%2e%2e/admin')] }],
    ['a path with a query', 2, { data: [Buffer.from('rp=ipp/print?x')] }],
    ['a path that is too long', 2, { data: [Buffer.from(`rp=${'a'.repeat(300)}`)] }],
    ['another service', 0, { name: '_http._tcp.local' }],
  ])('with %s are not', (_, at, change) => {
    expect(found(usual.map((record, index) => (index === at ? { ...record, ...change } : record)))).toEqual(
      [],
    );
  });

  it('of very many printers at one address are taken for a few of them, and of many addresses for some', () => {
    const service = (name: string, host: string) => [
      { name: '_ipp._tcp.local', type: 'PTR', data: `${name}._ipp._tcp.local` },
      { name: `${name}._ipp._tcp.local`, type: 'SRV', data: { target: host, port: 631 } },
      { name: `${name}._ipp._tcp.local`, type: 'TXT', data: [Buffer.from(`rp=queues/${name}`)] },
    ];
    const address = { name: 'a.local', type: 'A', data: '10.1.0.5' };
    const many = Array.from({ length: 100 }, (_, at) => service(`q${at}`, 'a.local')).flat();
    expect(found([address, ...many])).toHaveLength(16);
    const announced = empty();
    for (let at = 0; at < 1_000; at++)
      addRecord(announced, { ...address, data: `10.9.${at >> 8}.${at & 255}` });
    expect(announced.addresses.get('a.local')?.size).toBe(16);
  });

  it('with names like those of prototypes do no harm', () => {
    const odd = usual.map(({ name, ...record }) => ({
      name: name.replace('a.local', '__proto__'),
      ...record,
    }));
    expect(found(odd)).toEqual([]);
  });
});
