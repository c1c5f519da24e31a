import { setTimeout as pause } from 'node:timers/promises';
import { apiClient } from './api-client.mjs';

export const accounts = 10;
export const devices = 20;

export const callerOf = (server, key) => apiClient(server, key, { 'content-type': 'application/json' });

/** A new sandbox with many simulated devices, a client for its key, and how long creating it took. */
export async function createBusySandbox(server, owner) {
  const began = performance.now();
  const sandbox = JSON.parse(await owner.post('/sandboxes', {}));
  const createdMs = performance.now() - began;
  const inside = callerOf(server, sandbox.key);
  const [channel] = JSON.parse(await inside.get('/accounts'));
  for (let number = 1; number <= accounts; number++) await addCustomer(inside, channel.id, number);
  return { sandbox, inside, createdMs };
}

async function addCustomer(client, channel, number) {
  const body = { name: `Customer ${number}` };
  const { id } = JSON.parse(await client.post(`/accounts/${channel}/accounts`, body));
  const external_id = `devices=${devices},daily=500,seed=${number}`;
  await client.post(`/accounts/${id}/feeds`, { type: 'simulated', external_id });
}

/** Moves the clock of the client's sandbox, and waits until it has arrived. */
export async function advance(client, from, months) {
  const to = new Date(from);
  to.setUTCMonth(to.getUTCMonth() + months);
  await client.post('/sandbox/advance', { to: to.toISOString() });
  while (JSON.parse(await client.get('/sandbox')).status === 'advancing') await pause(100);
}
