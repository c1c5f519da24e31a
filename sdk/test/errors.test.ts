import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from '../../server/test/support/world.js';
import {
  ApiError,
  BadRequestError,
  ConnectionError,
  ForbiddenError,
  NotFoundError,
  RateLimitError,
  Regrove,
  RegroveError,
  ServerError,
  TimeoutError,
  UnauthorizedError,
} from '../src/index.js';
import { clientOf, failureOf, userAgent } from './support/client.js';
import { answer, hangUp, neverAnswer, refuse, startUnreliableServer } from './support/unreliable-server.js';

let world: World;
beforeAll(async () => {
  world = await startWorld({ REGROVE_RATE_LIMIT: '20' });
});
afterAll(() => world.stop());

const nobody = '01890000-0000-7000-8000-000000000000';

const refusals: [number, string, typeof ApiError, () => PromiseLike<unknown>][] = [
  [
    400,
    'BadRequestError',
    BadRequestError,
    () => clientOf(world, world.customer).deposits.create({ pages: 0.5 }),
  ],
  [401, 'UnauthorizedError', UnauthorizedError, () => clientOf(world, { key: 'wrong' }).self()],
  [
    403,
    'ForbiddenError',
    ForbiddenError,
    () => clientOf(world, world.customer).accounts.create({ name: 'Below' }),
  ],
  [404, 'NotFoundError', NotFoundError, () => clientOf(world, world.customer).deposits.get(nobody)],
];

it.each(refusals)('%i is a %s', async (status, name, type, call) => {
  const error = await failureOf(call());
  expect(error).toBeInstanceOf(type);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toBeInstanceOf(RegroveError);
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({ status, name });
  expect((error as ApiError).requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(String(error)).toMatch(new RegExp(`^${name}: .`));
});

it('contains the message of the server', async () => {
  await expect(clientOf(world, world.customer).deposits.create({ pages: 0.5 })).rejects.toThrow(
    /^pages must be/,
  );
});

it('429 is a RateLimitError with the time to wait', async () => {
  const client = clientOf(world, world.stranger, { retries: 0 });
  const calls = Array.from({ length: 21 }, () => client.self());
  const failed = (await Promise.allSettled(calls)).filter((call) => call.status === 'rejected');
  expect(failed).toHaveLength(1);
  expect(failed[0]?.reason).toBeInstanceOf(RateLimitError);
  expect(failed[0]?.reason).toMatchObject({ status: 429, name: 'RateLimitError' });
  const reason = failed[0]?.reason as RateLimitError | undefined;
  expect(reason?.retryAfter).toBeGreaterThan(0);
});

it.each([500, 501, 503, 599])('%i is a ServerError', async (status) => {
  const { client } = await startUnreliableServer(refuse(status, { 'x-request-id': 'req-7' }));
  const error = await failureOf(client({ retries: 0 }).self());
  expect(error).toBeInstanceOf(ServerError);
  expect(error).toMatchObject({
    status,
    name: 'ServerError',
    requestId: 'req-7',
    message: `Refused with ${status}`,
  });
});

it.each([
  ['an error page of a proxy', answer(502, '<html>Bad gateway</html>'), 502, 'The server answered 502'],
  ['a redirect', answer(302, '', { location: 'https://elsewhere.example/' }), 302, 'The server answered 302'],
  ['a status without its own class', refuse(418), 418, 'Refused with 418'],
  ['JSON of another shape', answer(400, 'null'), 400, 'The server answered 400'],
  ['a success that is not JSON', answer(200, '<html>Hello</html>'), 200, /without JSON: is baseUrl right/],
])('%s is an ApiError', async (_, behaviour, status, message) => {
  const { client, received } = await startUnreliableServer(behaviour);
  const error = await failureOf(client({ retries: 0 }).self());
  expect(error).toBeInstanceOf(ApiError);
  expect((error as ApiError).status).toBe(status);
  expect((error as ApiError).message).toMatch(message);
  expect(received).toHaveLength(1);
});

it('a closed connection is a ConnectionError with the reason', async () => {
  const { client } = await startUnreliableServer(hangUp);
  const error = await failureOf(client({ retries: 0 }).self());
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).not.toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ name: 'ConnectionError', cause: expect.any(Error) as Error });
  expect(String(error)).toMatch(/^ConnectionError: No answer: (?!fetch failed)/);
});

it('an untrusted certificate is named as the reason', async () => {
  const client = new Regrove({ baseUrl: world.server.url, key: 'k', userAgent, retries: 0 });
  await expect(client.self()).rejects.toThrow(/^No answer: .*certificate/);
});

it('a response that is too late is a TimeoutError', async () => {
  const { client } = await startUnreliableServer(neverAnswer);
  const error = await failureOf(client({ retries: 0, timeoutMs: 30 }).self());
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({ name: 'TimeoutError', message: 'No answer within 30 ms' });
});

it.each(['baseUrl', 'key', 'userAgent'])('a client cannot be created without %s', (name) => {
  const options = { baseUrl: 'https://regrove.example.com/v1', key: 'k', userAgent, [name]: '' };
  expect(() => new Regrove(options)).toThrow(new TypeError(`Regrove needs a ${name}`));
});
