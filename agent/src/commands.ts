import { readdir, rm, stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { snmpPort } from '@regrove/printers/snmp/hosts';
import { Agent, type AgentOptions, generalProblem, readingProblem } from './agent.js';
import { openCredentials } from './credentials.js';
import { type Directory, prepareDirectory, removeTemporaryFiles } from './directory.js';
import { touch } from './files.js';
import {
  changeInventory,
  type Inventory,
  printerUrl,
  type Printer,
  readInventory,
  mergePrinters,
} from './inventory.js';
import { holderOf, type Lock, takeLock } from './lock.js';
import type { MachineSecretBox } from './machine-key.js';
import { findByMdns } from './mdns.js';
import { addressesIn, maxAddresses, parseAddress, parseRange, policyOf } from './network.js';
import { scanBySnmp, type ScanProgressCallback } from './scan.js';
import { readSettings } from './settings.js';
import { readState } from './state.js';
import { UserError } from './user-error.js';

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

export interface ScanOptions {
  readonly ranges: readonly string[];
  readonly usesMdns: boolean;
  readonly signal: AbortSignal;
  readonly report: ScanProgressCallback;
}

/** Finds printers in these ranges, or again in all that were given before, and keeps both. */
export async function scan(
  directory: Directory,
  given: ScanOptions,
  seal: MachineSecretBox,
): Promise<{ found: Printer[]; added: number }> {
  const named = given.ranges.map(parseRange);
  await prepareDirectory(directory);
  const { credentials, problems } = await openCredentials(directory, seal);
  // Printers that answer to one of these would not be found.
  if (problems.length > 0) throw new UserError(problems.join('; '));
  const known = await readInventory(directory);
  const ranges = named.length > 0 ? unique(named) : known.ranges.filter((range) => !range.includes(':'));
  if (ranges.length === 0) throw new UserError('no range was given yet: regrove-agent scan 10.1.0.0/22');
  const addresses = unique(ranges.flatMap((range) => [...addressesIn(range)]));
  if (addresses.length > maxAddresses)
    throw new UserError(`these are more than ${maxAddresses} addresses: scan them in parts`);
  const network = policyOf({ ranges, leftOut: known.leftOut });
  const { signal, report } = given;
  const [bySnmp, byMdns] = await Promise.all([
    scanBySnmp(addresses, { network, credentials, signal }, report),
    given.usesMdns ? findByMdns(ranges, network) : [],
  ]);
  let added = 0;
  const { printers } = await changeInventory(directory, (inventory) => {
    const allowed = policyOf({ ranges, leftOut: inventory.leftOut });
    const found = [...bySnmp, ...byMdns].filter(({ address }) => allowed.allows(address));
    const after = mergePrinters(inventory.printers, found);
    added = after.length - inventory.printers.length;
    return { ...inventory, ranges: unique([...inventory.ranges, ...ranges]), printers: after };
  });
  const scanned = policyOf({ ranges, leftOut: [] });
  return { found: printers.filter(({ address }) => scanned.allows(address)), added };
}

/** An address for SNMP, with or without a port, or the URL of an IPP printer; all by address, not by name. */
export function parsePrinter(text: string): Printer {
  const url =
    URL.canParse(text) && /^[a-z]+:\/\//i.test(text)
      ? text
      : `snmp://${text.includes(':') && !/^\[|\.\d+:/.test(text) ? `[${text}]` : text}`;
  if (!URL.canParse(url))
    throw new UserError(`${text} is not an address such as 10.1.0.5 or ipp://10.1.0.5/ipp/print`);
  const { protocol, hostname, port, pathname, username, search } = new URL(url);
  if (username !== '' || search !== '') throw new UserError(`${text} has a user or a query`);
  if (port === '0') throw new UserError(`${text} has the port 0, which nothing can have`);
  const address = parseAddress(hostname);
  if (protocol === 'snmp:' && pathname !== '')
    throw new UserError(`${text} is not the address of one printer`);
  if (protocol === 'snmp:')
    return { protocol: 'snmp', address, port: port === '' ? snmpPort : Number(port), foundBy: 'hand' };
  if (protocol !== 'ipp:' && protocol !== 'ipps:')
    throw new UserError(`${text} is neither for SNMP nor for IPP`);
  const path = pathname === '' || pathname === '/' ? '/ipp/print' : pathname;
  const isSecure = protocol === 'ipps:';
  return {
    protocol: 'ipp',
    address,
    port: port === '' ? 631 : Number(port),
    path,
    isSecure,
    foundBy: 'hand',
  };
}

const rangeOf = (address: string): string => (address.includes(':') ? address : `${address}/32`);

/** Adds printers by hand, also those that were left out before. Only their own addresses may be called for it. */
export async function add(directory: Directory, texts: readonly string[]): Promise<Inventory> {
  const printers = texts.map(parsePrinter);
  await prepareDirectory(directory);
  return changeInventory(directory, (inventory) => {
    for (const { address, protocol } of printers) {
      const other = [...inventory.printers, ...printers].find(
        (known) => known.address === address && known.protocol !== protocol,
      );
      if (other)
        throw new UserError(
          `${address} is read as ${printerUrl(other)}, and would be counted twice: remove that first`,
        );
    }
    const addresses = new Set(printers.map(({ address }) => address));
    return {
      ranges: unique([...inventory.ranges, ...[...addresses].map(rangeOf)]),
      leftOut: inventory.leftOut.filter((address) => !addresses.has(address)),
      printers: mergePrinters(inventory.printers, printers),
    };
  });
}

/** Leaves addresses out: they are not called any more, also by later scans. */
export async function remove(directory: Directory, texts: readonly string[]): Promise<Inventory> {
  const addresses = texts.map((text) => parsePrinter(text).address);
  await prepareDirectory(directory);
  return changeInventory(directory, (inventory) => ({
    ranges: inventory.ranges.filter((range) => !addresses.some((address) => range === rangeOf(address))),
    leftOut: unique([...inventory.leftOut, ...addresses]),
    printers: inventory.printers.filter(({ address }) => !addresses.includes(address)),
  }));
}

async function requireLock(directory: Directory): Promise<Lock> {
  const lock = await takeLock(directory.lock);
  if (typeof lock === 'number')
    throw new UserError(`another process (${lock}) already runs in ${directory.path}`);
  return lock;
}

/** Reads daily, and sends, until the signal aborts. */
export async function run(options: AgentOptions): Promise<void> {
  const { directory, seal } = options;
  await readSettings(directory, seal);
  await prepareDirectory(directory);
  const lock = await requireLock(directory);
  try {
    await removeTemporaryFiles(directory);
    await new Agent(options).run();
  } finally {
    await lock.release();
  }
}

const pollMs = 200;

/** Reads now: by the process that runs already, or else here. Returns what the state tells afterwards. */
export async function readNow(
  options: AgentOptions,
): Promise<{ devices: number; unread: number; waiting: number }> {
  const { directory, seal, clock, signal } = options;
  await readSettings(directory, seal);
  await prepareDirectory(directory);
  const askedAt = clock();
  const lock = await takeLock(directory.lock);
  if (typeof lock === 'number') {
    await touch(directory.request);
    while (await stat(directory.request).then(Boolean, () => false)) {
      signal.throwIfAborted();
      if ((await holderOf(directory.lock)) === undefined) {
        await rm(directory.request, { force: true });
        throw new UserError('the process that was to read has ended: try again');
      }
      await pause(pollMs, undefined, { signal });
    }
    const { problems = [] } = await readState(directory);
    const failure = problems.find((problem) =>
      [generalProblem, readingProblem].some((kind) => problem.startsWith(kind)),
    );
    if (failure !== undefined) throw new UserError(failure);
  } else {
    try {
      await removeTemporaryFiles(directory);
      const agent = new Agent(options);
      try {
        await agent.read();
      } finally {
        // What was read earlier is sent, even if nothing can be read or stored now.
        await agent.send(true);
      }
      if (agent.isUnstored)
        throw new UserError(
          'what was read cannot be stored, and is lost: make room on the disk, and read again',
        );
    } finally {
      await lock.release();
    }
  }
  const { devices = 0, trouble = [], lastReadAt } = await readState(directory);
  // An earlier reading tells nothing about this one.
  if (lastReadAt === undefined || new Date(lastReadAt) < askedAt)
    throw new UserError(
      'how the reading went cannot be stored: make room on the disk. regrove-agent status says more',
    );
  const waiting = (await readdir(directory.queue)).length;
  return { devices, unread: trouble.length, waiting };
}
