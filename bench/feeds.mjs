import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { make } from './support/cleaning-up.mjs';
import { atOnce } from './support/compiled-server.mjs';
import { collectAll, createFeeds, requireExactDeposits } from './support/feed-data.mjs';
import { residentBytes } from './support/memory.mjs';
import { callForFeed } from './support/papercut-calls.mjs';
import { printersOf } from './support/print-queues.mjs';
import { median } from './support/rounds.mjs';
import { count, megabytes, seconds } from './support/table.mjs';

const answersInMs = 50;
const devices = 10;
const mostMs = 60_000;
// As the collector does.
const serversAtOnce = 200;
const feedsOfServerAtOnce = 8;
const sameTime = 1.3;
const steadyMemory = 1.25;

/** Collecting many feeds: beside the bare calls, with a dead print server among them, and what it leaves in memory. */
export async function measureFeeds({ installation, sizes }) {
  const { servers, feedsPerServer, rounds } = sizes.feeds;
  const feeds = servers * feedsPerServer;
  const ports = await startPrintServers(feedsPerServer);
  const { context, pool, close } = await installation.open();
  await createFeeds(context, { servers, feedsPerServer, port: ports.living });
  const server = await installation.serve({ REGROVE_ALLOW_PRIVATE_FEEDS: '127.0.0.0/8' });

  const measured = [];
  for (let round = 0; round < rounds; round++) {
    const bareMs = await bareCallsMs(sizes.feeds, ports.living);
    const oursMs = await collectAll(pool, feeds, pause);
    measured.push({ bareMs, oursMs, bytes: residentBytes(server.pid) });
    const [bare, ours, bytes] = [seconds(bareMs), seconds(oursMs), megabytes(measured.at(-1).bytes)];
    console.log(`  round ${round + 1}: collected in ${ours}, bare calls ${bare}, ${bytes}`);
  }
  await requireExactDeposits(pool);
  await createFeeds(context, { servers: 1, feedsPerServer: 1, port: ports.dead });
  const besideDeadMs = await collectAll(pool, feeds, pause);
  await server.stop();
  await close();
  return resultsOf(measured, besideDeadMs, feeds);
}

function resultsOf(measured, besideDeadMs, feeds) {
  const [oursMs, bareMs] = [
    median(measured.map((one) => one.oursMs)),
    median(measured.map((one) => one.bareMs)),
  ];
  // The heap grows to its size in the first rounds.
  const half = measured.length / 2;
  const [warm, last] = [measured[half - 1].bytes, measured.at(-1).bytes];
  const what = `${count(feeds)} feeds of ${devices} devices`;
  return [
    {
      what: `collecting ${what}`,
      ours: seconds(oursMs),
      other: seconds(bareMs),
      otherIs: `the bare calls, answered in ${answersInMs} ms`,
      ratio: oursMs / bareMs,
      bar: `under ${mostMs / 1000} s`,
      holds: oursMs < mostMs,
    },
    {
      what: `collecting ${what} beside a dead server`,
      ours: seconds(besideDeadMs),
      other: seconds(oursMs),
      otherIs: 'without it',
      ratio: besideDeadMs / oursMs,
      bar: `the same (up to ${sameTime})`,
      holds: besideDeadMs <= sameTime * oursMs,
    },
    {
      what: `collecting ${what} ${measured.length} times: memory of the server`,
      ours: megabytes(last),
      other: megabytes(warm),
      otherIs: `after ${half} times`,
      ratio: last / warm,
      bar: `the same (up to ${steadyMemory})`,
      holds: last <= steadyMemory * warm,
    },
  ];
}

async function startPrintServers(groups) {
  const script = fileURLToPath(new URL('support/print-servers.mjs', import.meta.url));
  const { making } = make(
    async () => {
      const args = [script, groups, devices, answersInMs].map(String);
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
      const [line] = await once(createInterface(child.stdout), 'line');
      return { child, ports: JSON.parse(line) };
    },
    async ({ child }) => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  );
  return (await making).ports;
}

/** The same calls, so many at a time, by a loop that does nothing with what it hears. */
async function bareCallsMs({ servers, feedsPerServer }, port) {
  const printers = printersOf(feedsPerServer, devices);
  const groups = Array.from({ length: feedsPerServer }, (_, group) => group);
  const started = performance.now();
  await atOnce(serversAtOnce, Array.from({ length: servers }), () =>
    atOnce(feedsOfServerAtOnce, groups, (group) => callForFeed(port, group, printers)),
  );
  return performance.now() - started;
}
