import { apiClient } from './support/api-client.mjs';
import { compareCost } from './support/compare-cost.mjs';
import { count } from './support/table.mjs';

/**
 * GET /account and GET /volume of an account with few offsets and of one with many, next to an account with many
 * children.
 */
export async function measureAccountCounters({ installation, few, many, sizes }) {
  const server = await installation.serve();
  const clients = [few, many].map(({ key }) => apiClient(server, key));
  const [ofFew, ofMany] = clients;
  const results = [];
  for (const path of ['/account', '/volume', '/volume?start_date=2000-01-01']) {
    results.push(
      await compareCost({
        what: `GET ${path}, ${count(sizes.rows)} offsets`,
        otherIs: `${count(sizes.fewRows)} offsets`,
        ours: () => ofMany.get(path),
        other: () => ofFew.get(path),
        turns: sizes.turns,
      }),
    );
  }
  // The children of other accounts must cost nothing: a plan that reads all accounts to count one's own would show here.
  results.push(
    await compareCost({
      what: `GET /account beside one with ${count(sizes.children)} accounts and users`,
      otherIs: 'GET /volume',
      ours: () => ofFew.get('/account'),
      other: () => ofFew.get('/volume'),
      turns: sizes.turns,
      tolerance: 2,
    }),
  );
  for (const client of clients) client.close();
  await server.stop();
  return results;
}
