import { processorMs } from './processor-time.mjs';
import { median } from './rounds.mjs';

/**
 * Time and processor time of a request in several installations, in turns: each round sends some requests to each of them.
 * The processor time is that of the server and of PostgreSQL, whose processes serve only one installation at a time. Ratios
 * to the first installation are medians of those of the rounds.
 */
export async function measureRequest(databases, all, send, { warmUp, rounds, perRound }) {
  for (const one of all) await repeat(warmUp, () => send(one.nextClient(), one));
  const measured = all.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (const [index, one] of all.entries()) measured[index].push(await measureRound(one));
  return measured.map((own) => ({
    ms: median(own.map(({ ms }) => ms)),
    processorMs: sum(own.map((round) => round.processorMs)) / rounds,
    ratio: median(own.map(({ ms }, round) => ms / measured[0][round].ms)),
    processorRatio: median(own.map((one, round) => one.processorMs / measured[0][round].processorMs)),
  }));

  async function measureRound(one) {
    const used = () => processorMs(one.pid) + processorMs(databases.postmasterPid);
    const before = used();
    const times = await repeat(perRound, () => send(one.nextClient(), one));
    return { ms: median(times), processorMs: (used() - before) / perRound };
  }
}

async function repeat(times, work) {
  const took = [];
  for (let call = 0; call < times; call++) {
    const started = performance.now();
    await work();
    took.push(performance.now() - started);
  }
  return took;
}

const sum = (values) => values.reduce((total, value) => total + value, 0);
