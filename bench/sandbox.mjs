import { setTimeout as pause } from 'node:timers/promises';
import { apiClient } from './support/api-client.mjs';
import { createMember } from './support/members.mjs';
import { count, seconds } from './support/table.mjs';

const accounts = 10;
const devices = 20;
const maxMs = 60_000;

/** A sandbox that advances a year, by the jobs of the server: compared with creating it. */
export async function measureSandbox({ installation, sizes }) {
  const { months } = sizes.sandbox;
  const { context, close } = await installation.open();
  const { key } = await createMember(context, 'Of sandboxes', 'distributor');
  await close();
  const server = await installation.serve();
  const callerOf = (ofKey) => apiClient(server, ofKey, { 'content-type': 'application/json' });
  const owner = callerOf(key);
  const began = performance.now();
  const sandbox = JSON.parse(await owner.post('/sandboxes', {}));
  const createdMs = performance.now() - began;
  const inside = callerOf(sandbox.key);
  const [channel] = JSON.parse(await inside.get('/accounts'));
  for (let number = 1; number <= accounts; number++) await addCustomer(inside, channel.id, number);
  const advancedMs = await advance(inside, monthsAfter(sandbox.now, months));
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

async function addCustomer(client, channel, number) {
  const body = { name: `Customer ${number}` };
  const { id } = JSON.parse(await client.post(`/accounts/${channel}/accounts`, body));
  const external_id = `devices=${devices},daily=500,seed=${number}`;
  await client.post(`/accounts/${id}/feeds`, { type: 'simulated', external_id });
}

async function advance(client, to) {
  const began = performance.now();
  await client.post('/sandbox/advance', { to });
  while (JSON.parse(await client.get('/sandbox')).status === 'advancing') await pause(100);
  return performance.now() - began;
}

function monthsAfter(time, months) {
  const later = new Date(time);
  later.setUTCMonth(later.getUTCMonth() + months);
  return later.toISOString();
}
