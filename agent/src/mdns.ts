import { isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import makeMdns from 'multicast-dns';
import { describedBy, labelOf } from '@regrove/printers/description';
import { hasDotSegment } from '@regrove/printers/dot-segments';
import type { NetworkPolicy } from '@regrove/printers/network-policy';
import type { Printer } from './inventory.js';
import { overlaps } from './network.js';

const services = ['_ipp._tcp.local', '_ipps._tcp.local'] as const;

/** Twice: the second question is for those that did not hear the first, and for what the answers to it lacked. */
const roundsMs = [1_500, 1_500];
/** A network that announces more has something wrong with it. */
const maxRecords = 20_000;
const maxPathLength = 255;
const mdnsPort = 5_353;
const maxAddressesOfName = 16;
/** One machine could announce thousands, and reading them all would take the whole night. */
const maxAtAddress = 16;
const maxPrinters = 1_000;

/** What was announced, by the lower-case name of the record. */
export interface MdnsRecords {
  readonly instances: Map<string, string>;
  readonly targets: Map<string, { readonly target: string; readonly port: number }>;
  readonly texts: Map<string, ReadonlyMap<string, string>>;
  readonly addresses: Map<string, Set<string>>;
}

/** Asks on the interfaces that reach a given range, and on no other. */
export async function findByMdns(ranges: readonly string[], network: NetworkPolicy): Promise<Printer[]> {
  const announced: MdnsRecords = {
    instances: new Map(),
    targets: new Map(),
    texts: new Map(),
    addresses: new Map(),
  };
  const own = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, cidr }) => family === 'IPv4' && ranges.some((range) => overlaps(range, cidr ?? '')));
  await Promise.all(own.map(({ address }) => listenAt(address, announced)));
  return printersIn(announced, network);
}

async function listenAt(address: string, announced: MdnsRecords): Promise<void> {
  const mdns = makeMdns({ interface: address, bind: '0.0.0.0', reuseAddr: true });
  try {
    // Another program may hold the port for itself: then nothing is found here.
    mdns.on('error', () => undefined);
    mdns.on('warning', () => undefined);
    mdns.on('response', ({ answers = [], additionals = [] }, { port }) => {
      // Answers to questions of the whole network come from this port.
      if (port !== mdnsPort) return;
      for (const record of [...answers, ...additionals]) addRecord(announced, record);
    });
    for (const ms of roundsMs) {
      mdns.query([...services.map((name) => ({ name, type: 'PTR' as const })), ...missingIn(announced)]);
      await pause(ms);
    }
  } finally {
    mdns.destroy();
  }
}

const maxQuestions = 200;

function missingIn({
  instances,
  targets,
  texts,
  addresses,
}: MdnsRecords): { name: string; type: 'SRV' | 'TXT' | 'A' }[] {
  const ofInstances = [...instances.keys()].flatMap((name) => [
    ...(targets.has(name) ? [] : [{ name, type: 'SRV' as const }]),
    ...(texts.has(name) ? [] : [{ name, type: 'TXT' as const }]),
  ]);
  const ofTargets = [...targets.values()].filter(({ target }) => !addresses.has(target));
  return [...ofInstances, ...ofTargets.map(({ target }) => ({ name: target, type: 'A' as const }))].slice(
    0,
    maxQuestions,
  );
}

interface AnyRecord {
  readonly name: string;
  readonly type: string;
  readonly data?: unknown;
}

/** Anyone in the network can announce anything: nothing is taken that is not of its form. */
export function addRecord(announced: MdnsRecords, { name: written, type, data }: AnyRecord): void {
  const { instances, targets, texts, addresses } = announced;
  if (typeof written !== 'string' || instances.size + targets.size + texts.size + addresses.size > maxRecords)
    return;
  const name = written.toLowerCase();
  if (type === 'PTR' && typeof data === 'string' && services.some((service) => service === name)) {
    if (data.toLowerCase().endsWith(`.${name}`)) instances.set(data.toLowerCase(), data);
  } else if (type === 'SRV' && typeof data === 'object' && data !== null) {
    const { target, port } = data as { target?: unknown; port?: unknown };
    if (typeof target === 'string' && Number.isInteger(port) && Number(port) > 0)
      targets.set(name, { target: target.toLowerCase(), port: Number(port) });
  } else if (type === 'TXT') texts.set(name, textsIn(data));
  else if (type === 'A' && typeof data === 'string' && isIPv4(data)) {
    const known = addresses.get(name) ?? new Set();
    if (known.size < maxAddressesOfName) addresses.set(name, known.add(data));
  }
}

function textsIn(data: unknown): ReadonlyMap<string, string> {
  const parts = (Array.isArray(data) ? data : [data]) as unknown[];
  return new Map(
    parts.flatMap((part): [string, string][] => {
      const text = Buffer.isBuffer(part) ? part.toString() : part;
      const [, key, value] = typeof text === 'string' ? (/^([^=]{1,63})=(.*)$/s.exec(text) ?? []) : [];
      return key === undefined || value === undefined ? [] : [[key.toLowerCase(), value]];
    }),
  );
}

/** Only those at addresses that may be called. */
export function printersIn(
  { instances, targets, texts, addresses }: MdnsRecords,
  network: NetworkPolicy,
): Printer[] {
  const found = new Map<string, Printer>();
  const atAddress = new Map<string, number>();
  for (const [key, written] of instances) {
    const place = targets.get(key);
    const address = [...(addresses.get(place?.target ?? '') ?? [])].find((one) => network.allows(one));
    if (!place || address === undefined) continue;
    const text = texts.get(key);
    const path = pathOf(text?.get('rp'));
    const isSecure = key.endsWith(services[1]);
    const same = `${address} ${path}`;
    // Most announce the same queue with and without TLS: it is one printer, and is read with TLS.
    if (path === undefined || (found.has(same) && !isSecure)) continue;
    if (!found.has(same)) {
      const others = atAddress.get(address) ?? 0;
      if (others >= maxAtAddress || found.size >= maxPrinters) continue;
      atAddress.set(address, others + 1);
    }
    const name = labelOf(written.slice(0, written.toLowerCase().lastIndexOf('._ipp')));
    const model = labelOf(text?.get('ty'));
    found.set(same, {
      protocol: 'ipp',
      address,
      port: place.port,
      path,
      isSecure,
      ...describedBy(name, model),
      foundBy: 'mdns',
    });
  }
  return [...found.values()];
}

/** The resource path, which is announced without its slash. */
function pathOf(announced = 'ipp/print'): string | undefined {
  const path = `/${announced.replace(/^\/+/, '')}`;
  if (
    path.length > maxPathLength ||
    hasDotSegment(path) ||
    !/^[\x21-\x7e]+$/.test(path) ||
    /[?#\\]/.test(path)
  )
    return undefined;
  return path;
}
