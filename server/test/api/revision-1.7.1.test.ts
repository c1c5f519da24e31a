import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultRevision } from '../../src/wire/revisions/index.js';
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

const setProject = (introduction: string, body: string): Promise<unknown> =>
  world.server.sql(
    'update forestry_projects set content_introduction = $2, content_body_html = $3 where id = $1',
    [world.projects.forest, introduction, body],
  );

const project = async (revision: string) =>
  (await send({ revision, path: `/forestry/projects/${world.projects.forest}` })).body;

describe('Revision 1.7.1', () => {
  it('has an empty introduction, and its text as the first paragraph of the body', async () => {
    await setProject('Oaks & <b>beeches</b>', '<p>More.</p>');
    expect(await project('1.7.1')).toMatchObject({
      content_introduction: '',
      content_body_html: '<p>Oaks &#38; &#60;b&#62;beeches&#60;/b&#62;</p><p>More.</p>',
    });
    const former = await project('1.6.6');
    expect(former).not.toHaveProperty('content_introduction');
    expect(former.content_body_html).toBe('<p>More.</p>');
    expect(await project('1.6.3')).toMatchObject({
      content_introduction: 'Oaks & <b>beeches</b>',
      content_body_html: '<p>More.</p>',
    });
  });

  it('adds no paragraph where there is no introduction', async () => {
    await setProject('', '<p>More.</p>');
    expect(await project('1.7.1')).toMatchObject({
      content_introduction: '',
      content_body_html: '<p>More.</p>',
    });
  });

  it('has it in lists and inside certificates, too', async () => {
    await setProject('An introduction', '<p>More.</p>');
    const expected = { content_introduction: '', content_body_html: '<p>An introduction</p><p>More.</p>' };
    const listed = await send({ revision: '1.7.1', path: '/forestry/projects?limit=100' });
    expect(listed.body.find(({ id }: { id: string }) => id === world.projects.forest)).toMatchObject(
      expected,
    );
    await post('1.7.1', '/biomass/offsets', { pages: 10, project_id: world.projects.forest });
    const certificates = await send({ revision: '1.7.1', path: '/biomass/certificates?limit=1' });
    expect(certificates.body[0].project).toMatchObject(expected);
  });

  it('is otherwise like 1.6.6: it has orders, gsm and requires a User-Agent', async () => {
    expect((await send({ revision: '1.7.1', path: '/orders' })).status).toBe(200);
    expect((await post('1.7.1', '/deposits', { pages: 3, gsm: 120 })).body).toMatchObject({ gsm: 120 });
    const headers = { 'user-agent': 'curl/8.0.0' };
    expect((await send({ revision: '1.7.1', path: '/account', headers })).status).toBe(403);
  });

  it('is used by keys that are pinned to it; others stay on 1.6.6', async () => {
    expect(defaultRevision).toBe('1.6.6');
    const { status, headers } = await send({ revision: '1.7.1', path: '/account' });
    expect([status, headers['api-revision']]).toEqual([200, '1.7.1']);
  });
});
