import { expect, it } from 'vitest';
import { readDatabaseUrl } from '../../src/platform/config/database-url.js';

it.each([
  ['postgres:///db', []],
  ['postgres://u:p@h1/db', ['h1:5432']],
  ['postgres://u:p%40@h1:1,[::1]:2,h3/db', ['h1:1', '::1:2', 'h3:5432']],
  ['postgres://u:p@w@h1:1,h2/db', ['h1:1', 'h2:5432']],
  ['postgres://%2Fsockets,h2/db', ['/sockets:5432', 'h2:5432']],
  ['postgres:///db?host=/a,h2,::1&port=7', ['/a:7', 'h2:7', '::1:7']],
  ['postgresql://u@/db?host=h1,h2&port=7,8', ['h1:7', 'h2:8']],
])('%s has the hosts %j', (url, expected) => {
  const { hosts } = readDatabaseUrl(url);
  expect(hosts.map(({ host, port }) => `${host}:${port}`)).toEqual(expected);
});

it('The URL of one host keeps the login, the database and the other parameters', () => {
  const { hosts, urlOf, database, target, connectTimeoutMs, hasPassword } = readDatabaseUrl(
    'postgres://u%40:p%2Fw@h1,h2:7/a%20b?sslmode=disable&target_session_attrs=primary&connect_timeout=7',
  );
  expect({ database, target, connectTimeoutMs, hasPassword }).toEqual({
    database: 'a b',
    target: 'primary',
    connectTimeoutMs: 7_000,
    hasPassword: true,
  });
  expect(hosts.map(urlOf)).toEqual([
    expect.stringMatching(/^postgresql:\/\/u%40:p%2Fw@\/a%20b\?.*sslmode=disable.*&host=h1&port=5432$/),
    expect.stringMatching(/&host=h2&port=7$/),
  ]);
});
