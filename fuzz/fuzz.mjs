import fc from 'fast-check';
import { revisionNames } from '../bench/support/compiled-server.mjs';
import { createInstallation } from '../bench/support/installation.mjs';
import { createProjects } from '../bench/support/members.mjs';
import { watchChanges } from './support/changes.mjs';
import { curlLine } from './support/curl-line.mjs';
import { encodeRequest, filledIn, isAmbiguous } from './support/encode-request.mjs';
import { createFamily } from './support/family.mjs';
import { judgeBy } from './support/judge.mjs';
import { rawClient } from './support/raw-client.mjs';
import { requestArbitrary } from './support/requests.mjs';

/** After so many requests the accounts are changed for others. */
const perFamily = 1_000;

/** Sends requests, half of them in each revision, and finds the smallest of those that go wrong. */
export async function fuzz({ requests, seed, report }) {
  const installation = await createInstallation();
  const { context, pool } = await installation.open();
  const server = await installation.serve({}, '--no-jobs');
  const client = rawClient(server);
  const projects = await createProjects(context);
  const documents = await documentsOf(server, client);
  const arbitraries = new Map(revisionNames.map((name) => [name, requestArbitrary(documents[name])]));
  const judge = judgeBy(documents);
  const tally = { sent: 0, statuses: {}, done: new Set(), findings: 0 };

  await pool.withClient(async (database) => {
    const changesSince = await watchChanges(database);
    for (let begun = 0, round = 0; begun < requests; begun += perFamily, round++) {
      const revision = revisionNames[round % revisionNames.length];
      const family = await createFamily(context, { revision, projects, name: `round ${round}` });
      await changesSince();

      let last;
      const goesWell = async (request) => {
        const sent = filledIn(request, family.knownIds, family.callers);
        const options = { method: sent.method, alone: isAmbiguous(sent) };
        const answer = await client.send(encodeRequest(sent), options);
        tally.sent++;
        tally.statuses[answer.status ?? 'lost'] = (tally.statuses[answer.status ?? 'lost'] ?? 0) + 1;
        const { problem, template, body } = judge(sent, answer, await changesSince());
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
  const operations = Object.values(documents).flatMap(({ paths }) =>
    Object.entries(paths).flatMap(([template, methods]) =>
      Object.keys(methods).map((verb) => `${verb.toUpperCase()} ${template}`),
    ),
  );
  return { ...tally, unanswered: [...new Set(operations)].filter((name) => !tally.done.has(name)) };
}

/** As the server gives them out. */
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
