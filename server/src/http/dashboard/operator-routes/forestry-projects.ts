import type { Static } from '@sinclair/typebox';
import { Type } from '@sinclair/typebox';
import type { Context } from '../../../database/context.js';
import { missing } from '../../../platform/errors.js';
import { changePicture, removePicture } from '../../../features/projects/change-picture.js';
import { changeForestryProject, createForestryProject } from '../../../features/projects/change-projects.js';
import { maxPictureBytes } from '../../../platform/images/check-picture.js';
import {
  findForestryProject,
  listForestryProjects,
  type ForestryProject,
} from '../../../features/projects/forestry-project-store.js';
import { picturePath } from '../../../features/projects/picture-path.js';
import { pictureTimes } from '../../../features/projects/project-picture-store.js';
import { OperatorForestryProject, presentOperatorProject } from '../../../wire/dashboard/operator-project.js';
import { ForestryProjectChanges, forestryProjectOf, NewForestryProject } from '../../../wire/project-file.js';
import { list, route } from '../../route.js';

export const listedForestryProjects = list({
  operation: 'listOperatorProjects',
  path: '/forestry-projects',
  summary: 'All forestry projects, with what has been planted and what fits',
  item: OperatorForestryProject,
  sortedBy: 'time',
  page: async ({ context }, page) => {
    const projects = await listForestryProjects(context.db, page);
    const presented = await present(context, projects);
    return projects.map(({ createdAt, id }, index) => ({ createdAt, id, item: presented[index] }));
  },
  keyOf: ({ createdAt, id }) => ({ sort: createdAt, id }),
  present: ({ item }) => item as Static<typeof OperatorForestryProject>,
});

export const forestryProjectRoutes = [
  listedForestryProjects,
  route({
    operation: 'createForestryProject',
    method: 'POST',
    path: '/forestry-projects',
    summary: 'A new forestry project',
    body: NewForestryProject,
    reply: OperatorForestryProject,
    handle: async ({ context, body }) =>
      presentOne(context, await createForestryProject(context, forestryProjectOf(body))),
  }),
  route({
    operation: 'changeForestryProject',
    method: 'PATCH',
    path: '/forestry-projects/:id',
    summary: 'Changes what is named of a forestry project',
    body: ForestryProjectChanges,
    reply: OperatorForestryProject,
    find: requireProject,
    handle: async ({ context, id, body }) =>
      presentOne(context, await changeForestryProject(context, id, forestryProjectOf(body))),
  }),
  route({
    operation: 'setPicture',
    method: 'PUT',
    path: '/forestry-projects/:id/picture',
    summary: 'The picture on certificates, in place of the one before',
    body: Type.Unsafe<Buffer>({}),
    file: {
      mediaType: /^image\//,
      expected: 'image/jpeg, image/png or image/webp',
      maxBytes: maxPictureBytes,
    },
    reply: OperatorForestryProject,
    find: requireProject,
    handle: async ({ context, found: project, body }) => {
      await changePicture(context, project.name, body);
      return presentOne(context, project);
    },
  }),
  route({
    operation: 'removePicture',
    method: 'DELETE',
    path: '/forestry-projects/:id/picture',
    summary: 'Certificates do without a picture',
    reply: OperatorForestryProject,
    find: requireProject,
    handle: async ({ context, found: project }) => {
      await removePicture(context, project.name);
      return presentOne(context, project);
    },
  }),
];

async function requireProject({ db }: Context, _: unknown, id: string): Promise<ForestryProject> {
  const project = await findForestryProject(db, id);
  if (!project) throw missing('There is no such forestry project');
  return project;
}

async function present({ db }: Context, projects: readonly ForestryProject[]) {
  const pictures = await pictureTimes(
    db,
    projects.map(({ id }) => id),
  );
  return projects.map((project) => {
    const setAt = pictures.get(project.id);
    return presentOperatorProject(project, setAt ? picturePath(project.id, setAt) : null);
  });
}

async function presentOne(context: Context, project: ForestryProject) {
  const [presented] = await present(context, [project]);
  return presented as Static<typeof OperatorForestryProject>;
}
