import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Json } from '../support/api-client.js';
import { PlantedProject } from '../support/planted-project.js';
import { expectRefusal } from '../support/refusal.js';
import { revisionRequests, type RevisionRequests } from '../support/revision-requests.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let project: PlantedProject;
let send: RevisionRequests['send'];
beforeAll(async () => {
  world = await startWorld();
  ({ send } = await revisionRequests(world));
  project = await PlantedProject.open(world);
  const twins = Array.from({ length: 5 }, (_, at) => ({ reference: `twin ${at}`, trees: 10 + at }));
  const polygon = {
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [1, 2],
          [3, 4],
          [5, 6],
          [1, 2],
        ],
      ],
    ],
  };
  const survival = [{ audited_on: '2025-01-31', rate: 0.333333, auditor: 'Tree Counters' }];
  await project.plant(...twins, {
    reference: 'first',
    trees: 1_000_000_000_000,
    planted_on: '1999-12-31',
    polygon,
    survival,
    source_url: 'https://green-hands.example/first',
  });
  await project.certify(3);
  await project.cover();
});
afterAll(() => world.stop());

const path = (id = project.id): string => `/forestry/projects/${id}/plantings`;

it('Every key sees the plantings of a project, the first planted first', async () => {
  const { status, body } = await world.stranger.api.get(path());
  expect(status).toBe(200);
  expect(body).toHaveLength(6);
  expect(body[0]).toEqual({
    id: body[0].id,
    project_id: project.id,
    reference: project.reference('first'),
    planted_on: '1999-12-31',
    trees: 1_000_000_000_000,
    surviving_trees: 333_333_000_000,
    covered_trees: 3,
    partner: 'Green Hands',
    species: ['Olea africana'],
    polygon: {
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [1, 2],
            [3, 4],
            [5, 6],
            [1, 2],
          ],
        ],
      ],
    },
    survival: [{ audited_on: '2025-01-31', rate: 0.333333, auditor: 'Tree Counters' }],
    source_url: 'https://green-hands.example/first',
    photos: [],
  });
  expect((await world.customer.api.get(path())).body).toEqual(body);
  expect((await world.customer.api.get(path(world.projects.complete))).body).toEqual([]);
});

it('They are listed page by page, each once', async () => {
  const all = (await world.customer.api.get(path())).body as Json[];
  const seen: Json[] = [];
  for (let next = `${path()}?limit=2`; next;) {
    const { body, headers } = await world.customer.api.get(next);
    seen.push(...body);
    next = /<[^>]*\/v1(\/[^>]*)>; rel="next"/.exec(String(headers['link'] ?? ''))?.[1] ?? '';
  }
  expect(seen).toEqual(all);
});

it('They are the same in every revision', async () => {
  const answers = await Promise.all(['1.6.3', '1.6.6'].map((revision) => send({ revision, path: path() })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[0]?.body).toEqual(answers[1]?.body);
});

it('A project that does not exist is a 404', async () => {
  for (const id of ['01900000-0000-7000-8000-00000000dead', 'x', world.customer.id])
    expectRefusal(await world.customer.api.get(path(id)), 404);
});
