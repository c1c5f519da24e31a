import { createInstallation } from './support/installation.mjs';
import { processorMs } from './support/processor-time.mjs';
import { median } from './support/rounds.mjs';
import { seconds } from './support/table.mjs';

const maxExtraMs = 5_000;

/** How much longer the first start takes with the demo: on empty data directories, with and without it in turns. */
export async function measureDemo({ sizes }) {
  const rounds = [];
  for (let round = 0; round < sizes.demos; round++)
    rounds.push({ ours: await firstStart('1'), other: await firstStart('0') });
  const row = (what, of, bar) => {
    const extraMs = median(rounds.map(({ ours, other }) => of(ours) - of(other)));
    return {
      what: `${what}, ${seconds(extraMs)} more`,
      ours: seconds(median(rounds.map(({ ours }) => of(ours)))),
      other: seconds(median(rounds.map(({ other }) => of(other)))),
      otherIs: 'REGROVE_DEMO=0',
      ratio: median(rounds.map(({ ours, other }) => of(ours) / of(other))),
      bar,
      holds: extraMs < maxExtraMs,
    };
  };
  return [
    row('first start with the demo', ({ ms }) => ms, `${maxExtraMs / 1000} s more`),
    row('the same, by processor time', ({ usedMs }) => usedMs, 'none'),
  ];
}

/** Until it is ready; the processor time is that of the server and of PostgreSQL, which is below it. */
async function firstStart(demo) {
  const installation = await createInstallation();
  const server = await installation.serve({ REGROVE_DEMO: demo });
  const ms = performance.now() - server.started;
  const usedMs = processorMs(server.pid);
  await server.stop();
  return { ms, usedMs };
}
