import { createAccountWithKey } from './support/members.mjs';
import { accounts, advance, callerOf, createBusySandbox, devices } from './support/sandboxes.mjs';
import { count, seconds } from './support/table.mjs';

const maxMs = 60_000;

/** A sandbox that advances a year, by the jobs of the server: compared with creating it. */
export async function measureSandbox({ installation, sizes }) {
  const { months } = sizes.sandbox;
  const { context, close } = await installation.open();
  const { key } = await createAccountWithKey(context, 'Of sandboxes', 'distributor');
  await close();
  const server = await installation.serve();
  const owner = callerOf(server, key);
  const { sandbox, inside, createdMs } = await createBusySandbox(server, owner);
  const began = performance.now();
  await advance(inside, sandbox.now, months);
  const advancedMs = performance.now() - began;
  for (const client of [owner, inside]) client.close();
  await server.stop();
  return [
    {
      what: `${count(months)} months of ${accounts} accounts with ${devices} devices in a sandbox`,
      ours: seconds(advancedMs),
      other: seconds(createdMs),
      otherIs: 'creating the sandbox',
      ratio: advancedMs / createdMs,
      bar: `under ${maxMs / 1_000} s`,
      holds: advancedMs < maxMs,
    },
  ];
}
