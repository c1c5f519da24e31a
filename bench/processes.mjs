import { availableParallelism } from 'node:os';
import { compareRates } from './support/load/compare-rates.mjs';
import { runWrk } from './support/load/wrk.mjs';
import { createAccountWithKey } from './support/members.mjs';

const connections = 64;
/** With fewer cores, a second process gains nothing, because the database and the clients use its core. */
const coresToJudge = 4;

/** The gain of a second process of `serve --processes`, with a request that needs little from the database. */
export async function measureProcesses({ installation, sizes }) {
  const { seconds, rounds } = sizes.load;
  const database = await installation.open();
  const { key } = await createAccountWithKey(database.context, 'Of processes', 'customer');
  await database.close();
  const one = await installation.serve();
  const two = await installation.serve({}, '--processes', '2');
  const rateOf = async ({ url }) =>
    (await runWrk(url, [{ path: '/v1/account', key }], { connections, seconds })).rate;
  const cores = availableParallelism();
  const result = await compareRates({
    what: `GET /account, serve --processes 2, ${cores} cores`,
    otherIs: 'one process',
    ours: () => rateOf(two),
    other: () => rateOf(one),
    rounds,
    ...(cores >= coresToJudge && { atLeast: 1.7 }),
  });
  await two.stop();
  await one.stop();
  return [result];
}
