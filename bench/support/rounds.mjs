/**
 * Times two pieces of work in turns. A machine that is busy for a while slows both down equally, so the ratio is
 * computed per round, and the result is the median of the rounds. Times are medians in milliseconds.
 */
export async function timeAlternating(ours, other, { warmUp, rounds, perRound }) {
  // Warms up connections, prepared statements and compiled code.
  for (const work of [ours, other]) for (let call = 0; call < warmUp; call++) await work();

  const measured = [];
  for (let round = 0; round < rounds; round++) {
    const times = { ours: [], other: [] };
    for (let call = 0; call < perRound; call++) {
      times.ours.push(await timeOf(ours));
      times.other.push(await timeOf(other));
    }
    measured.push({ ours: median(times.ours), other: median(times.other) });
  }
  return {
    oursMs: median(measured.map((round) => round.ours)),
    otherMs: median(measured.map((round) => round.other)),
    ratio: median(measured.map((round) => round.ours / round.other)),
  };
}

/** The slowest hundredth of both, of so many calls in turns. What has to be warmed up is warm. */
export async function p99Alternating(ours, other, calls) {
  const times = { ours: [], other: [] };
  for (let call = 0; call < calls; call++) {
    times.ours.push(await timeOf(ours));
    times.other.push(await timeOf(other));
  }
  return { oursP99Ms: p99(times.ours), otherP99Ms: p99(times.other) };
}

const p99 = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)];

async function timeOf(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
