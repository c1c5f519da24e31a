import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from '../../server/test/support/world.js';
import type { Deposit, Fetch, Regrove } from '../src/index.js';
import { clientOf, failureOf, fetchWith } from './support/client.js';
import { answer, startUnreliableServer } from './support/unreliable-server.js';

let world: World;
let client: Regrove;
/** The queries that were sent. */
let queries: string[] = [];
/** Newest first, as the API lists them. */
const days = [
  '2026-02-07',
  '2026-02-06',
  '2026-02-05',
  '2026-02-04',
  '2026-02-03',
  '2026-02-02',
  '2026-02-01',
];

beforeAll(async () => {
  world = await startWorld();
  const recording: Fetch = (url, init) => {
    queries.push(new URL(url).search);
    return fetchWith(world.server.agent)(url, init);
  };
  client = clientOf(world, world.customer, { fetch: recording });
  for (const date of days) await client.deposits.create({ pages: 1, date });
});
afterAll(() => world.stop());

const dayOf = ({ date }: Deposit): string => date.slice(0, 10);
const list = (options: Parameters<Regrove['deposits']['list']>[0] = {}) => {
  queries = [];
  return client.deposits.list(options);
};

it('is requested on first use, and only once', async () => {
  const deposits = list();
  expect(queries).toEqual([]);
  expect((await deposits).map(dayOf)).toEqual(days);
  expect(await deposits).toBe(await deposits);
  expect(queries).toEqual(['']);
});

it('can be awaited as an array of all items', async () => {
  expect(await Promise.all([list(), client.users.list()])).toMatchObject([{ length: 7 }, []]);
  expect(await list().then((deposits) => deposits.length)).toBe(7);
  let ended = false;
  expect(await list().finally(() => (ended = true))).toHaveLength(7);
  expect(ended).toBe(true);
  expect(await list({ start_date: 'soon' }).catch(() => 'caught')).toBe('caught');
  expect(Object.prototype.toString.call(list())).toBe('[object List]');
});

it('is read page by page in a for await loop', async () => {
  const seen: string[] = [];
  for await (const deposit of list({ pageSize: 3 })) seen.push(dayOf(deposit));
  expect(seen).toEqual(days);
  expect(queries).toHaveLength(3);
  expect(queries[0]).toBe('?limit=3');
});

it('has pages of 100 items by default', async () => {
  for await (const deposit of list()) expect(deposit.pages).toBe(1);
  expect(queries).toEqual(['?limit=100']);
});

it('can be read as pages', async () => {
  const sizes: number[] = [];
  for await (const page of list({ pageSize: 3 }).pages()) sizes.push(page.length);
  expect(sizes).toEqual([3, 3, 1]);
});

it('applies its filters to every page', async () => {
  const seen: string[] = [];
  const range = { start_date: '2026-02-02', end_date: '2026-02-05' };
  for await (const deposit of list({ ...range, pageSize: 2 })) seen.push(dayOf(deposit));
  expect(seen).toEqual(['2026-02-05', '2026-02-04', '2026-02-03', '2026-02-02']);
  expect((await list({ ...range, end_date: undefined })).map(dayOf)).toEqual(days.slice(0, 6));
});

it('requests no more pages after the loop ends', async () => {
  for await (const deposit of list({ pageSize: 2 })) if (dayOf(deposit) === '2026-02-05') break;
  expect(queries).toHaveLength(2);
});

it('throws the error of a refused page in the loop', async () => {
  const read = async (): Promise<void> => {
    for await (const deposit of list({ pageSize: 5000 })) dayOf(deposit);
  };
  expect(await failureOf(read())).toMatchObject({ status: 400, name: 'BadRequestError' });
});

it('never follows a link to another server', async () => {
  const link =
    '<https://elsewhere.example/v1/x?a=1>; rel="prev", <https://elsewhere.example/v1/x?cursor=a%2Cb>; rel=next';
  const server = await startUnreliableServer(answer(200, [1], { link }), answer(200, [2]));
  const seen: unknown[] = [];
  for await (const user of server.client().users.list()) seen.push(user);
  expect(seen).toEqual([1, 2]);
  expect(server.received.map(({ url }) => url)).toEqual(['/v1/users?limit=100', '/v1/users?cursor=a%2Cb']);
});
