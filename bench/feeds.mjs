import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { withCleanup } from './support/cleanup.mjs';
import { forEachConcurrent } from './support/compiled-server.mjs';
import { collectAll, createFeeds, requireExactDeposits, switchFeeds } from './support/feed-data.mjs';
import { residentBytes } from './support/memory.mjs';
import { callForFeed } from './support/papercut-calls.mjs';
import { printersOf } from './support/print-queues.mjs';
import { median } from './support/rounds.mjs';
import { count, megabytes, seconds } from './support/table.mjs';

const answersInMs = 50;
const devices = 10;
const maxMs = 60_000;
// The same as in the collector.
const maxServerConcurrency = 200;
const maxFeedConcurrency = 8;
const sameTime = 1.3;
const steadyMemory = 1.25;

/** Collecting many feeds: compared with the bare calls, with a dead print server among them, and its effect on memory. */
export async function measureFeeds({ installation, sizes }) {
  const { servers, feedsPerServer, rounds } = sizes.feeds;
  const feeds = servers * feedsPerServer;
  const ports = await startPrintServers(feedsPerServer);
  const { context, pool, close } = await installation.open();
  await createFeeds(context, { servers, feedsPerServer, port: ports.living });
  await createFeeds(context, { servers: 1, feedsPerServer: 1, port: ports.dead });
  const server = await installation.serve({ REGROVE_ALLOW_PRIVATE_FEEDS: '127.0.0.0/8' });

  const measured = [];
  for (let round = 0; round < rounds; round++) {
    const bareMs = await bareCallsMs(sizes.feeds, ports.living);
    const collect = async (isDeadOneThere) => {
      await switchFeeds(pool, ports.dead, isDeadOneThere);
      return collectAll(pool, feeds, pause);
    };
    const oursMs = await collect(false);
    const besideDeadMs = await collect(true);
    const bytes = residentBytes(server.pid);
    measured.push({ bareMs, oursMs, besideDeadMs, bytes });
    const times = [oursMs, besideDeadMs, bareMs].map(seconds);
    console.log(
      `  round ${round + 1}: collected in ${times[0]}, beside a dead server in ${times[1]}, bare calls ${times[2]}, ${megabytes(bytes)}`,
    );
  }
  await requireExactDeposits(pool);
  await server.stop();
  await close();
  return resultsOf(measured, feeds);
}

function resultsOf(measured, feeds) {
  const time = (name) => median(measured.map((round) => round[name]));
  const ratio = (name, other) => median(measured.map((round) => round[name] / round[other]));
  const toDead = ratio('besideDeadMs', 'oursMs');
  // The heap reaches its size in the first round.
  const [first, last] = [measured[0].bytes, measured.at(-1).bytes];
  const what = `${count(feeds)} feeds of ${devices} devices`;
  return [
    {
      what: `collecting ${what}`,
      ours: seconds(time('oursMs')),
      other: seconds(time('bareMs')),
      otherIs: `the bare calls, answered in ${answersInMs} ms`,
      ratio: ratio('oursMs', 'bareMs'),
      bar: `under ${maxMs / 1000} s`,
      holds: time('oursMs') < maxMs,
    },
    {
      what: `collecting ${what} beside a dead server`,
      ours: seconds(time('besideDeadMs')),
      other: seconds(time('oursMs')),
      otherIs: 'without it',
      ratio: toDead,
      bar: `the same (up to ${sameTime})`,
      holds: toDead <= sameTime,
    },
    {
      what: `collecting ${what} ${2 * measured.length} times: memory of the server`,
      ours: megabytes(last),
      other: megabytes(first),
      otherIs: 'after two times',
      ratio: last / first,
      bar: `the same (up to ${steadyMemory})`,
      holds: last <= steadyMemory * first,
    },
  ];
}

async function startPrintServers(groups) {
  const script = fileURLToPath(new URL('support/print-servers.mjs', import.meta.url));
  const { created } = withCleanup(
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
  return (await created).ports;
}

/** The same calls, with the same concurrency, in a loop that ignores the responses. */
async function bareCallsMs({ servers, feedsPerServer }, port) {
  const printers = printersOf(feedsPerServer, devices);
  const groups = Array.from({ length: feedsPerServer }, (_, group) => group);
  const started = performance.now();
  await forEachConcurrent(maxServerConcurrency, Array.from({ length: servers }), () =>
    forEachConcurrent(maxFeedConcurrency, groups, (group) => callForFeed(port, group, printers)),
  );
  return performance.now() - started;
}
