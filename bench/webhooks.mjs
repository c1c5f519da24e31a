import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { withCleanup } from './support/cleanup.mjs';
import {
  createAccount,
  createEndpoint,
  defaultRevision,
  newId,
  recordEvents,
} from './support/compiled-server.mjs';
import { residentBytes } from './support/memory.mjs';
import { median } from './support/rounds.mjs';
import { count, megabytes, milliseconds } from './support/table.mjs';

const leastPerSecond = 1_000;
const steadyMemory = 1.25;
const maxDelayMs = 1_000;
/** As many as an account may have. */
const endpointsPerAccount = 20;
/** Nothing listens there. */
const refusing = 1;

/** Delivering events: how many a second, what memory it costs, and how long a live endpoint waits beside dead ones. */
export async function measureWebhooks({ installation, sizes }) {
  const { events, rounds, dead, probes } = sizes.webhooks;
  const ports = await startReceivers();
  const { context, close } = await installation.open();
  const server = await installation.serve({ REGROVE_ALLOW_PRIVATE_WEBHOOKS: '127.0.0.0/8' });
  const busy = await accountWith(context, 1, () => ports.living);
  const live = await accountWith(context, 1, () => ports.living);

  const measured = [];
  for (let round = 0; round < rounds; round++) {
    const began = Date.now();
    for (let left = events; left > 0; left -= 1_000) await happen(context, busy, Math.min(left, 1_000));
    const last = await untilSeen(ports, events);
    const perSecond = (events / (last - began)) * 1_000;
    const bytes = residentBytes(server.pid);
    measured.push({ perSecond, bytes });
    console.log(`  round ${round + 1}: ${count(perSecond)} a second, ${megabytes(bytes)}`);
  }
  const alone = await delaysOf(context, live, ports, probes);
  const accounts = [];
  for (let made = 0; made < dead; made += endpointsPerAccount)
    accounts.push(
      // One in five refuses connections, the others hang.
      await accountWith(context, endpointsPerAccount, (index) =>
        index % 5 === 0 ? refusing : ports.hanging,
      ),
    );
  for (const account of accounts) await happen(context, account, 5);
  const beside = await delaysOf(context, live, ports, probes);
  await server.stop();
  await close();
  return resultsOf(measured, { alone, beside }, dead);
}

function resultsOf(measured, { alone, beside }, dead) {
  const perSecond = median(measured.map((round) => round.perSecond));
  // The heap reaches its size in the first two rounds.
  const [first, last] = [measured[1].bytes, measured.at(-1).bytes];
  const [longest, longestAlone] = [Math.max(...beside), Math.max(...alone)];
  return [
    {
      what: 'deliveries a second to a receiver that answers at once, with the events recorded meanwhile',
      ours: count(perSecond),
      other: count(leastPerSecond),
      otherIs: 'required',
      ratio: perSecond / leastPerSecond,
      bar: `at least ${count(leastPerSecond)}`,
      holds: perSecond >= leastPerSecond,
    },
    {
      what: 'the same, memory of the server after the last round',
      ours: megabytes(last),
      other: megabytes(first),
      otherIs: 'after the second',
      ratio: last / first,
      bar: `the same (up to ${steadyMemory})`,
      holds: last <= steadyMemory * first,
    },
    {
      what: `longest delay of a live endpoint beside ${count(dead)} dead ones`,
      ours: milliseconds(longest),
      other: milliseconds(longestAlone),
      otherIs: 'without them',
      ratio: longest / longestAlone,
      bar: `less than ${maxDelayMs / 1_000} s more`,
      holds: longest - longestAlone < maxDelayMs,
    },
  ];
}

async function startReceivers() {
  const script = fileURLToPath(new URL('support/webhook-receivers.mjs', import.meta.url));
  const { created } = withCleanup(
    async () => {
      const child = spawn(process.execPath, [script], {
        stdio: ['ignore', 'pipe', 'inherit'],
        detached: true,
      });
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

let made = 0;

async function accountWith(context, endpoints, portOf) {
  const account = await createAccount(context, undefined, 'distributor', { name: `Listener ${made++}` });
  for (let index = 0; index < endpoints; index++)
    await createEndpoint(context, account.id, {
      url: `http://127.0.0.1:${portOf(index)}/`,
      events: ['deposit.created'],
      description: null,
      includeDescendants: false,
      revision: defaultRevision,
    });
  return account;
}

/** Records events without what causes them, so that only delivering is measured. */
function happen(context, { id }, number) {
  const events = Array.from({ length: number }, (_, pages) => ({
    type: 'deposit.created',
    subjectId: newId(),
    facts: { feed_id: null, date: new Date().toISOString(), pages, width: 0.21, length: 0.297, gsm: 80 },
  }));
  return context.db.transaction((db) => recordEvents({ ...context, db }, id, ...events));
}

const seenBy = async ({ living }) => (await fetch(`http://127.0.0.1:${living}/seen`)).json();

/** Returns when the last of this many different events was received. */
async function untilSeen(ports, number) {
  const ids = new Set();
  for (let last = 0; ; await pause(20)) {
    for (const [id, at] of await seenBy(ports)) {
      ids.add(id);
      last = Math.max(last, at);
    }
    if (ids.size >= number) return last;
  }
}

/** How long single events take. */
async function delaysOf(context, account, ports, probes) {
  const delays = [];
  for (let probe = 0; probe < probes; probe++) {
    const began = Date.now();
    await happen(context, account, 1);
    delays.push((await untilSeen(ports, 1)) - began);
    await pause(100);
  }
  return delays;
}
