import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generate } from 'selfsigned';
import { buildIfStale } from '../server/build/index.js';
import { withCleanup } from './support/cleanup.mjs';
import { peakUntil } from './support/memory.mjs';
import { count, megabytes, seconds } from './support/table.mjs';

const program = fileURLToPath(new URL('../agent/dist/regrove-agent.cjs', import.meta.url));
const fleet = fileURLToPath(new URL('support/printer-fleet.mjs', import.meta.url));

const range = '198.18.64.0/22';
const maxScanMs = 60_000;
const maxReadMs = 120_000;
const maxBytes = 80e6;
/** Asked one after the other by another program, for comparison. */
const comparedWith = 200;
const columns = ['1.3.6.1.2.1.43.5.1.1.17', '1.3.6.1.2.1.43.10.2.1.3', '1.3.6.1.2.1.43.10.2.1.4'];

const ip = (...args) => execFileSync('ip', args, { stdio: 'pipe' });

/** The agent in a network of a thousand printers: finding them, reading them, and its memory. */
export async function measureAgent({ sizes: { agent: size } }) {
  if (process.getuid?.() !== 0) {
    console.log('  skipped: networks of their own need root');
    return [];
  }
  await buildIfStale(['agent']);
  const addresses = Array.from(
    { length: size.printers },
    (_, at) => `198.18.${64 + ((at + 1) >> 8)}.${(at + 1) & 255}`,
  );
  const network = withCleanup(
    () => makeNetwork(),
    (name) => ip('netns', 'del', name),
  );
  const name = await network.created;
  const printers = withCleanup(
    () => startFleet(name, addresses),
    (child) => stop(child),
  );
  await printers.created;
  const folder = withCleanup(
    () => mkdtemp(join(tmpdir(), 'regrove-agent-')),
    (path) => rm(path, { recursive: true }),
  );
  const directory = await folder.created;
  const machineId = join(directory, 'machine-id');
  await writeFile(machineId, '0123456789abcdef0123456789abcdef');
  const server = withCleanup(startServer, ({ listener }) => listener.close());
  const { url, readings, certificate } = await server.created;
  const ca = join(directory, 'ca.pem');
  await writeFile(ca, certificate);
  const run = (...args) =>
    timed([program, ...args], {
      REGROVE_AGENT_DIR: join(directory, 'agent'),
      REGROVE_AGENT_MACHINE_ID_FILE: machineId,
    });

  await run('enrol', url, 'token', '--ca', ca);
  const scan = await run('scan', range, '--json', '--no-mdns');
  const found = JSON.parse(scan.output).printers.length;
  if (found !== size.printers) throw new Error(`The scan found ${found} of ${size.printers} printers`);
  const read = await run('read', '--now');
  if (readings.length !== size.printers)
    throw new Error(`${readings.length} of ${size.printers} printers were read`);
  const other =
    sequentialMs(addresses.slice(0, comparedWith)) * (size.printers / Math.min(comparedWith, size.printers));
  const idle = await timed(['-e', 'setTimeout(() => {}, 500)'], {});
  await server.undo();
  await printers.undo();
  await network.undo();
  await folder.undo();
  const peak = Math.max(scan.peakBytes, read.peakBytes);
  const one = `snmpbulkget, one after the other`;
  return [
    {
      what: `regrove-agent scan of ${range}, with ${count(size.printers)} printers`,
      ours: seconds(scan.tookMs),
      other: seconds(other),
      otherIs: one,
      ratio: scan.tookMs / other,
      bar: `under ${maxScanMs / 1000} s`,
      holds: scan.tookMs < maxScanMs,
    },
    {
      what: `regrove-agent read --now of ${count(size.printers)} printers, with sending`,
      ours: seconds(read.tookMs),
      other: seconds(other),
      otherIs: one,
      ratio: read.tookMs / other,
      bar: `under ${maxReadMs / 1000} s`,
      holds: read.tookMs < maxReadMs,
    },
    {
      what: `peak memory of both, of the reading alone ${megabytes(read.peakBytes)}`,
      ours: megabytes(peak),
      other: megabytes(idle.peakBytes),
      otherIs: 'Node that only waits',
      ratio: peak / idle.peakBytes,
      bar: `under ${megabytes(maxBytes)}`,
      holds: peak < maxBytes,
    },
  ];
}

/** Printers are routed to, so that this machine needs no entry for each in its table of neighbours. */
function makeNetwork() {
  const name = `regrove-bench-${process.pid}`;
  const tag = String(process.pid).slice(-8);
  ip('netns', 'add', name);
  ip('link', 'add', `rb${tag}a`, 'type', 'veth', 'peer', 'name', `rb${tag}b`, 'netns', name);
  ip('addr', 'add', '198.18.63.1/30', 'dev', `rb${tag}a`);
  ip('link', 'set', `rb${tag}a`, 'up');
  ip('-n', name, 'addr', 'add', '198.18.63.2/30', 'dev', `rb${tag}b`);
  ip('-n', name, 'link', 'set', `rb${tag}b`, 'up');
  ip('-n', name, 'link', 'set', 'lo', 'up');
  ip('-n', name, 'route', 'add', 'local', range, 'dev', 'lo');
  ip('route', 'add', range, 'via', '198.18.63.2');
  return name;
}

async function startFleet(name, addresses) {
  const child = spawn('ip', ['netns', 'exec', name, process.execPath, fleet], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(addresses.join('\n'));
  await once(child.stdout, 'data');
  return child;
}

async function stop(child) {
  child.kill();
  await once(child, 'exit');
}

/** Answers as Regrove does, and keeps the readings. */
async function startServer() {
  const readings = [];
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  const listener = createServer({ cert, key }, (request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString());
      readings.push(...(body.readings ?? []));
      response.end(JSON.stringify({ id: 'ag_1', account_id: 'ac_1', feed_id: 'fd_1', key: 'rk_1' }));
    });
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return { listener, url: `https://localhost:${listener.address().port}`, readings, certificate: cert };
}

async function timed(args, env) {
  const begin = performance.now();
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (log += text));
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  const exited = once(child, 'close');
  const peakBytes = await peakUntil(exited, child.pid);
  const [code] = await exited;
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${log}`);
  return { tookMs: performance.now() - begin, peakBytes, output };
}

function sequentialMs(addresses) {
  const begin = performance.now();
  for (const address of addresses)
    execFileSync('snmpbulkget', ['-v2c', '-cpublic', '-Cr6', address, ...columns], { stdio: 'pipe' });
  return performance.now() - begin;
}
