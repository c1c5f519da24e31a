import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revisionNames } from '../../src/wire/revisions/index.js';
import { revisionRequests, type RevisionRequests } from '../support/revision-requests.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let send: RevisionRequests['send'];
let post: RevisionRequests['post'];
beforeAll(async () => {
  world = await startWorld();
  ({ send, post } = await revisionRequests(world));
});
afterAll(() => world.stop());

describe('The revision of a request', () => {
  it.each(revisionNames)('is the one that the key is pinned to: %s', async (revision) => {
    expect((await send({ revision, path: '/account' })).headers['api-revision']).toBe(revision);
  });

  it.each([
    ['1.6.6', '1.6.3', 'density'],
    ['1.6.3', '1.6.6', 'gsm'],
  ])('of a key pinned to %s can be %s for one request', async (pinned, requested, field) => {
    const headers = { 'api-revision': requested };
    const answer = await send({
      revision: pinned,
      method: 'POST',
      path: '/deposits',
      body: { pages: 1, [field]: 90 },
      headers,
    });
    expect(answer.status).toBe(200);
    expect(answer.body[field]).toBe(90);
    expect(answer.headers['api-revision']).toBe(requested);
    expect((await send({ revision: pinned, path: '/account' })).headers['api-revision']).toBe(pinned);
  });

  it.each(['1.6.5', '', 'latest', '1.6.6, 1.6.3'])(
    'is refused with the known revisions when it is unknown (%j)',
    async (requested) => {
      const answer = await send({
        revision: '1.6.6',
        path: '/account',
        headers: { 'api-revision': requested },
      });
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({
        code: 400,
        error: `API-Revision must be one of ${revisionNames.join(', ')}`,
      });
    },
  );
});

describe('A field of the other revision', () => {
  const server = { type: 'fmaudit', url: 'https://print.example.com', username: 'reader' };
  it.each([
    ['1.6.3', '/deposits', { pages: 1, gsm: 80 }, 'gsm', '1.6.6'],
    ['1.6.6', '/deposits', { pages: 1, density: 80 }, 'density', '1.6.3'],
    ['1.6.6', '/quotes', { items: [{ quantity: 1, density: 80 }] }, 'items[0].density', '1.6.3'],
    ['1.6.6', '/servers', { ...server, contact: 'it@example.com' }, 'contact', '1.6.3'],
  ])('%s POST %s is refused, naming the revision that has it', async (revision, path, body, field, other) => {
    const given = path === '/quotes' ? { project_id: world.projects.forest, ...body } : body;
    const answer = await post(revision, path, given);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toBe(
      `${field} is not a known field in revision ${revision}: it exists in revision ${other}`,
    );
  });
});
