import { Agent, request } from 'undici';
import { apiClient } from '../api-client.js';
import { HostileTenant } from '../chaos/hostile-tenant.js';
import { startPrintServer } from '../print-server.js';
import { sum } from './books.js';
import { newKey, type Customer } from './customers.js';
import { describeTrouble } from './report.js';
import type { Observed } from './traffic.js';
import type { Incident, Year } from './year.js';

/** As for the neighbour of the chaos test: what is always allowed, and how much slower others may become. */
const minLimitMs = 2_000;
const factor = 10;

/** A tenant makes the most expensive requests that it is allowed to make, and tries the ids of others, while these work. */
export const hostileTenant: Incident = {
  name: 'a hostile tenant',
  time: 'day',
  isExpensive: true,
  async happen(year) {
    const { site, traffic, clock } = year;
    const calm = traffic.observe();
    await year.live();
    const before = ninthOfTen(calm());
    const { id } = await site.json('accounts', 'create', '--name', 'Hostile', '--role', 'distributor');
    const { key } = await newKey(site, id);
    const origin = `https://127.0.0.1:${site.balancer.port}`;
    const agent = new Agent({ connect: { rejectUnauthorized: false } });
    const printServer = await startPrintServer({ copier: 350 });
    const tenant = new HostileTenant({
      client: () => Promise.resolve(apiClient({ url: `${origin}/v1`, agent }, key)),
      origin: () => Promise.resolve(origin),
      page: async (url) => {
        const { statusCode, body } = await request(url, { dispatcher: agent });
        await body.dump();
        return statusCode;
      },
      month: () => clock.now(),
      printServer: printServer.url,
    });
    const observed = traffic.observe();
    const attacking = tenant.attackUntil(() => tenant.attacks >= tenant.kinds);
    do await year.live();
    while (tenant.attacks < tenant.kinds);
    await attacking;
    const seen = observed();
    const tried = await tryIdsOfOthers(year, key);
    // What operators do about such a tenant.
    await site.run('accounts', 'deactivate', id);
    await agent.destroy();
    // Its feeds are still checked every day.
    year.peers.push(printServer);
    const during = ninthOfTen(seen);
    year.problems.push(...tenant.problems);
    if (seen.trouble.size > 0)
      year.problems.push(`a hostile tenant disturbed others: ${describeTrouble(seen)}`);
    if (during > Math.max(minLimitMs, factor * before))
      year.problems.push(
        `others waited ${during.toFixed(0)} ms for a hostile tenant, ${before.toFixed(0)} before`,
      );
    return {
      clients: `${describeTrouble(seen)}; nine of ten answers within ${during.toFixed(0)} ms (${before.toFixed(0)} before)`,
      result: `${tenant.requests + tried} hostile requests`,
    };
  },
};

/** Every answer must be that it does not exist. Returns how many requests that took. */
async function tryIdsOfOthers({ customers, traffic, problems }: Year, key: string): Promise<number> {
  const attempts = customers.slice(0, 10).flatMap(({ id, feed, book, channel }: Customer) => {
    const [deposit = id] = book.deposits.keys();
    const [offset = id] = book.offsets.keys();
    return [
      ['GET', `/accounts/${id}`],
      ['PATCH', `/accounts/${id}`, { name: 'Mine' }],
      ['POST', `/accounts/${channel.id}/deactivate`],
      ['POST', `/accounts/${id}/deposits`, { pages: 1 }],
      ['GET', `/accounts/${id}/invoices`],
      ['DELETE', `/deposits/${deposit}`],
      ['DELETE', `/biomass/offsets/${offset}`],
      ['POST', `/feeds/${feed}/readings`, { readings: [{ device: 'A', total: 1 }] }],
      ['DELETE', `/feeds/${feed}`],
    ] as const;
  });
  for (const [method, path, body] of attempts) {
    const status = await traffic.attempt(key, method, path, body);
    if (status !== 404) problems.push(`${method} ${path} of another tenant: ${status}`);
  }
  return attempts.length;
}

function ninthOfTen({ milliseconds }: Observed): number {
  if (sum(milliseconds) === 0) return 0;
  return milliseconds.toSorted((a, b) => a - b)[Math.floor(milliseconds.length * 0.9)] ?? 0;
}
