/**
 * Times two pieces of work in turns. A machine that is busy with something else for a while slows both down alike, so the
 * ratio is taken round by round, and the median of the rounds counts. Times are medians in milliseconds.
 */
export async function timeInTurns(ours, other, { warmUp, rounds, perRound }) {
  // Connections, prepared statements and compiled code are there after this.
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

async function timeOf(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
