import { setTimeout as pause } from 'node:timers/promises';
import { createInstallation } from './support/installation.mjs';
import { compareRates } from './support/load/compare-rates.mjs';
import { latenciesDuring, p99 } from './support/load/steady-reads.mjs';
import { runWrk } from './support/load/wrk.mjs';
import { createAccountWithKey } from './support/members.mjs';
import { advance, callerOf, createBusySandbox } from './support/sandboxes.mjs';
import { count, milliseconds } from './support/table.mjs';

const connections = 64;
const maxTimes = 3;

/** What live accounts notice of sandboxes that exist, and of one that advances. */
export async function measureLiveWithSandboxes({ installation, sizes }) {
  const [ours, other] = [await served(installation), await served(await createInstallation())];
  const owner = callerOf(ours.server, ours.key);
  const { sandbox, inside } = await createBusySandbox(ours.server, owner);
  for (let number = 1; number < sizes.sandbox.sandboxes; number++) await owner.post('/sandboxes', {});
  const results = [
    await compareLive('GET /account', { path: '/v1/account' }, ours, other, sizes),
    await compareLive(
      'POST /deposits',
      { method: 'POST', path: '/v1/deposits', body: { pages: 1 } },
      ours,
      other,
      sizes,
    ),
    await readsWhileAdvancing(ours, () => advance(inside, sandbox.now, sizes.sandbox.months)),
  ];
  for (const client of [owner, inside]) client.close();
  for (const { server } of [ours, other]) await server.stop();
  return results;
}

async function served(installation) {
  const { context, close } = await installation.open();
  const { key } = await createAccountWithKey(context, 'Beside sandboxes', 'distributor');
  await close();
  return { key, server: await installation.serve() };
}

function compareLive(what, request, ours, other, { sandbox, load: { seconds, rounds } }) {
  const rateOf = async ({ server, key }) =>
    (await runWrk(server.url, [{ ...request, key }], { connections, seconds })).rate;
  return compareRates({
    what: `${what}, ${count(sandbox.sandboxes)} sandboxes in the installation`,
    otherIs: 'none',
    ours: () => rateOf(ours),
    other: () => rateOf(other),
    rounds,
    atLeast: 0.97,
  });
}

async function readsWhileAdvancing({ server, key }, work) {
  const reading = (during) => latenciesDuring(server, [{ path: '/account', key }], during);
  await reading(() => pause(1_000));
  const without = p99(await reading(() => pause(5_000)));
  const during = p99(await reading(work));
  return {
    what: 'p99 of GET /account while a sandbox advances',
    ours: milliseconds(during),
    other: milliseconds(without),
    otherIs: 'before it',
    ratio: during / without,
    bar: `at most ${maxTimes}`,
    holds: during / without <= maxTimes,
  };
}
