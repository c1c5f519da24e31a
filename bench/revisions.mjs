import { apiClient } from './support/api-client.mjs';
import { compareCost } from './support/compare-cost.mjs';

const usual = '1.6.6';
const older = '1.6.3';

// The limit: what an older revision may cost relative to the default one.
const tolerance = 1.1;

/** Requests that must be translated for revision 1.6.3, compared with the same ones in 1.6.6. */
export async function measureRevisions({ installation, few, parent, sizes }) {
  const server = await installation.serve();
  const clientsOf = ({ key }) =>
    [older, usual].map((revision) => apiClient(server, key, { 'api-revision': revision }));
  const [ofOlder, ofNewest] = clientsOf(few);
  // Deposits go to an account whose lists are not measured.
  const [depositsInOlder, depositsInNewest] = clientsOf(parent);
  const clients = [ofOlder, ofNewest, depositsInOlder, depositsInNewest];
  const deposit = (client, weight) => () => client.post('/deposits', { pages: 100, [weight]: 80 });
  const pairs = [
    ['POST /deposits', deposit(depositsInOlder, 'density'), deposit(depositsInNewest, 'gsm')],
    ...['/account', '/deposits?limit=100', '/biomass/certificates?limit=100', '/quotes?limit=100'].map(
      (path) => [`GET ${path}`, () => ofOlder.get(path), () => ofNewest.get(path)],
    ),
  ];
  const results = [];
  for (const [what, ours, other] of pairs) {
    const turns = { ...sizes.turns, perRound: sizes.turns.perRound * 2 };
    results.push(
      await compareCost({
        what: `${what} in ${older}`,
        otherIs: `in ${usual}`,
        ours,
        other,
        turns,
        tolerance,
      }),
    );
  }
  for (const client of clients) client.close();
  await server.stop();
  return results;
}
