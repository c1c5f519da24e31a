import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freeUdpPort } from './ports.js';
import { spawnRecorded } from './regrove-process.js';
import { findSystemProgram } from './system-programs.js';

export const snmpd = findSystemProgram('snmpd');

/** Units of the Printer-MIB. */
export const unitCodes = { lines: 6, impressions: 7, sheets: 8 };

export interface TestPrinter {
  readonly serial?: string;
  /**
   * The unit and the count of each marker; a bigint is sent as a Counter64. The agent leaves out what is null or
   * missing.
   */
  readonly markers: readonly (readonly [unit: keyof typeof unitCodes | null, count?: number | bigint])[];
}

export interface PrinterAgent {
  /** Host and port. */
  readonly address: string;
  readonly port: number;
  /** Replaces the printers of the host. */
  show(printers: readonly TestPrinter[]): Promise<void>;
  stop(): Promise<void>;
}

export const community = 'only-for-readers';

/** The Net-SNMP agent with the given printers; without printers, it has no Printer-MIB. */
export async function startPrinterAgent({
  printers,
  settings = [],
  hosts = ['127.0.0.1'],
  namespace,
}: {
  printers: readonly TestPrinter[] | null;
  settings?: readonly string[];
  hosts?: readonly string[];
  /** A network of its own (`ip netns`), where it has the usual port. */
  namespace?: string;
}): Promise<PrinterAgent> {
  const folder = await mkdtemp(join(tmpdir(), 'regrove-snmpd-'));
  const port = namespace === undefined ? await freeUdpPort() : 161;
  const tree = join(folder, 'tree.json');
  const script = join(folder, 'printer-mib.cjs');
  const show = async (shown: readonly TestPrinter[]): Promise<void> => {
    // Renamed at the end, so that the agent never reads a partial file.
    await writeFile(`${tree}.new`, JSON.stringify(treeOf(shown)));
    await rename(`${tree}.new`, tree);
  };
  await show(printers ?? []);
  await writeFile(script, subagent(tree));
  const configuration = [
    `rocommunity ${community}`,
    `rocommunity6 ${community}`,
    ...settings,
    ...(printers ? [`pass_persist .${mib} ${process.execPath} ${script}`] : []),
  ];
  await writeFile(join(folder, 'snmpd.conf'), `${configuration.join('\n')}\n`);
  const listenAt = hosts.map((host) => `${host.startsWith('[') ? 'udp6' : 'udp'}:${host}:${port}`);
  const args = ['-f', '-Lo', '-C', '-c', join(folder, 'snmpd.conf'), '-p', join(folder, 'pid'), ...listenAt];
  const [program = '', ...rest] = [
    ...(namespace === undefined ? [] : [findSystemProgram('ip').binary, 'netns', 'exec', namespace]),
    snmpd.binary,
    ...args,
  ];
  const agent = spawnRecorded(program, rest, { SNMP_PERSISTENT_DIR: folder });
  await agent.printed(/(NET-SNMP version)/);
  return {
    address: `${hosts[0] ?? ''}:${port}`,
    port,
    show,
    async stop() {
      await agent.stop();
      await rm(folder, { recursive: true });
    },
  };
}

const mib = '1.3.6.1.2.1.43';

type Line = readonly [oid: string, type: string, value: string];

/** All values, in the order of their OIDs. */
function treeOf(printers: readonly TestPrinter[]): Line[] {
  const serials = printers.flatMap(({ serial }, at): Line[] =>
    serial === undefined ? [] : [[`${mib}.5.1.1.17.${at + 1}`, 'string', serial]],
  );
  const markers = printers.flatMap((printer, at) =>
    printer.markers.map(([unit, count], marker) => ({ row: `${at + 1}.${marker + 1}`, unit, count })),
  );
  return [
    ...serials,
    ...markers.flatMap(({ row, unit }): Line[] =>
      unit === null ? [] : [[`${mib}.10.2.1.3.${row}`, 'integer', String(unitCodes[unit])]],
    ),
    ...markers.flatMap(({ row, count }): Line[] =>
      count === undefined
        ? []
        : [[`${mib}.10.2.1.4.${row}`, typeof count === 'bigint' ? 'counter64' : 'counter', String(count)]],
    ),
    [`${mib}.15.1.1.2.1.1`, 'string', 'whatever else a printer tells'],
  ];
}

/** The program that snmpd runs for the Printer-MIB, with the pass_persist protocol. */
const subagent = (tree: string): string => `
  const { readFileSync } = require('node:fs');
  const parts = (oid) => oid.split('.').filter(Boolean).map(Number);
  const follows = (oid, other) => {
    const [a, b] = [parts(oid), parts(other)];
    const at = a.findIndex((part, position) => part !== b[position]);
    return at !== -1 && (at >= b.length || a[at] > b[at]);
  };
  let command;
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    if (line === 'PING') return process.stdout.write('PONG\\n');
    if (line === 'get' || line === 'getnext') return void (command = line);
    const lines = JSON.parse(readFileSync(${JSON.stringify(tree)}, 'utf8'));
    const found = lines.find(([oid]) => (command === 'get' ? '.' + oid === line : follows(oid, line)));
    process.stdout.write(found ? '.' + found.join('\\n') + '\\n' : 'NONE\\n');
  });
`;
