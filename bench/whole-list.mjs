import { setTimeout as pause } from 'node:timers/promises';
import { apiClient } from './support/api-client.mjs';
import { readItems } from './support/json-items.mjs';
import { watchMemory } from './support/memory.mjs';
import { count, megabytes, milliseconds } from './support/table.mjs';

const maxBytes = 250e6;

/** All deposits in one response: the server's memory meanwhile, with a fast and a slow reader. */
export async function measureWholeList({ installation, few, many, sizes }) {
  const readers = [
    { name: 'fast', atEveryPart: undefined },
    { name: 'slow', atEveryPart: () => pause(1) },
  ];
  const results = [];
  for (const { name, atEveryPart } of readers) {
    // A new process each: memory allocated for an earlier reader would count for this one.
    const server = await installation.serve();
    const short = await streamDeposits(server, few.key, sizes.fewRows);
    const whole = await streamDeposits(server, many.key, sizes.rows, atEveryPart);
    await server.stop();
    const took = `${(whole.tookMs / 1000).toFixed(1)} s`;
    results.push({
      what: `GET /deposits, ${count(sizes.rows)} whole, ${name} reader (${took}): server's memory`,
      ours: megabytes(whole.peak),
      other: megabytes(short.peak),
      otherIs: `${count(sizes.fewRows)} whole`,
      ratio: whole.peak / short.peak,
      bar: `under ${megabytes(maxBytes)}`,
      holds: whole.peak < maxBytes,
    });
    results.push({
      what: `GET /deposits, ${count(sizes.rows)} whole, ${name} reader: first byte`,
      ours: milliseconds(whole.firstByteMs),
      other: milliseconds(short.firstByteMs),
      otherIs: `${count(sizes.fewRows)} whole`,
      ratio: whole.firstByteMs / short.firstByteMs,
      bar: 'under 1 s',
      holds: whole.firstByteMs < 1000,
    });
  }
  return results;
}

async function streamDeposits(server, key, expected, atEveryPart) {
  const client = apiClient(server, key);
  await client.get('/account');
  const peakOf = watchMemory(server.pid);
  const started = performance.now();
  const answer = await client.open('/deposits');
  const firstByteMs = performance.now() - started;
  let items = 0;
  let previous;
  await readItems(answer, atEveryPart, ({ id }) => {
    // Newest first, and ids increase with time: if each is smaller than the previous one, none is duplicated.
    if (previous !== undefined && id >= previous)
      throw new Error(`Deposit ${id} is out of order or comes twice`);
    previous = id;
    items++;
  });
  const tookMs = performance.now() - started;
  const peak = peakOf();
  client.close();
  if (items !== expected) throw new Error(`${items} deposits came instead of ${expected}`);
  return { peak, firstByteMs, tookMs };
}
