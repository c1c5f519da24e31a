import fc from 'fast-check';
import { revisionNames } from '../bench/support/compiled-server.mjs';
import { createInstallation } from '../bench/support/installation.mjs';
import { createAccountWithKey, createProjects } from '../bench/support/members.mjs';
import { sendLargestBodies } from './send-largest-bodies.mjs';
import { watchChanges } from '../server/test/support/changes.mjs';
import { createCostMonitor } from './support/cost-monitor.mjs';
import { curlLine } from './support/curl-line.mjs';
import { encodeRequest, fillIn } from './support/encode-request.mjs';
import { createRelatedAccounts } from './support/related-accounts.mjs';
import { createResponseCheck } from './support/check-response.mjs';
import { createNeighbour } from './support/neighbour.mjs';
import { rawClient } from './support/raw-client.mjs';
import { requestArbitrary } from './support/requests.mjs';

/** The accounts are replaced after this many requests. */
const perFamily = 1_000;

/** Sends requests, as many in each revision, and shrinks those that fail. */
export async function fuzz({ requests, seed, report }) {
  const installation = await createInstallation();
  const { context, pool } = await installation.open();
  // The server warns about headers of an untrusted proxy, which is not a finding.
  const server = await installation.serve({ REGROVE_LOG_LEVEL: 'error' }, '--no-jobs');
  const client = rawClient(server);
  const projects = await createProjects(context);
  const documents = await documentsOf(server, client);
  const arbitraries = new Map(revisionNames.map((name) => [name, requestArbitrary(documents[name])]));
  const judge = createResponseCheck(documents);
  const tally = { sent: 0, large: 0, statuses: {}, done: new Set(), findings: 0 };
  const neighbour = createNeighbour(
    server,
    (await createAccountWithKey(context, 'Neighbour', 'customer')).key,
  );
  const costs = createCostMonitor(client, neighbour);

  await pool.withClient(async (database) => {
    await database.query('set role none');
    const changesSince = await watchChanges({
      sql: async (...query) => (await database.query(...query)).rows,
    });
    const member = await createAccountWithKey(context, 'Large', 'distributor');
    const look = async (sent) => {
      const { answer, problem: cost } = await costs.send(sent);
      tally.large++;
      const changed = await changesSince();
      const isOfApi = sent.target.startsWith('/v1/');
      const problem = (isOfApi ? judge(sent, answer, changed).problem : failureOf(answer)) ?? cost;
      if (!problem) return;
      tally.findings++;
      report({ problem, curl: curlLine(server.url, sent) });
    };
    await sendLargestBodies({ context, client, documents, member, begin: changesSince, look });
    for (let begun = 0, round = 0; begun < requests; begun += perFamily, round++) {
      const revision = revisionNames[round % revisionNames.length];
      const family = await createRelatedAccounts(context, { revision, projects, name: `round ${round}` });
      await changesSince();

      let last;
      const goesWell = async (request) => {
        const sent = fillIn(request, family.knownIds, family.callers);
        const { answer, problem: cost } = await costs.send(sent);
        tally.sent++;
        tally.statuses[answer.status ?? 'lost'] = (tally.statuses[answer.status ?? 'lost'] ?? 0) + 1;
        const { problem: fault, template, body } = judge(sent, answer, await changesSince());
        const problem = fault ?? cost;
        if (problem) last = { problem, curl: curlLine(server.url, sent) };
        if (body === undefined) return !problem;
        tally.done.add(`${sent.method} ${template}`);
        family.knownIds.learn(template, body);
        return !problem;
      };
      const outcome = await fc.check(fc.asyncProperty(arbitraries.get(revision), goesWell), {
        seed: seed + round,
        numRuns: Math.min(perFamily, requests - begun),
        endOnFailure: false,
      });
      if (outcome.failed && !last) throw outcome.errorInstance;
      if (last) {
        tally.findings++;
        report(last);
      }
    }
  });
  client.close();
  neighbour.close();
  const operations = Object.values(documents).flatMap(({ paths }) =>
    Object.entries(paths).flatMap(([template, methods]) =>
      Object.keys(methods).map((verb) => `${verb.toUpperCase()} ${template}`),
    ),
  );
  return { ...tally, unanswered: [...new Set(operations)].filter((name) => !tally.done.has(name)) };
}

/** For responses that no document describes. */
const failureOf = ({ lost, status, text }) =>
  lost ?? (status >= 500 ? `answered with ${status}: ${text}` : undefined);

/** The documents that the server itself returns. */
async function documentsOf({ url }, client) {
  const { pathname } = new URL(url);
  const documents = {};
  for (const revision of revisionNames) {
    const request = {
      method: 'GET',
      target: `${pathname}/openapi.json?revision=${revision}`,
      headers: [['Host', 'localhost']],
    };
    const { text } = await client.send(encodeRequest(request), { method: 'GET', alone: false });
    documents[revision] = JSON.parse(text);
  }
  return documents;
}
