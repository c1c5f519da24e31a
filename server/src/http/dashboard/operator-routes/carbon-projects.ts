import { Type } from '@sinclair/typebox';
import { listCarbonProjects } from '../../../features/projects/carbon-project-store.js';
import { changeCarbonProject, createCarbonProject } from '../../../features/projects/change-projects.js';
import { CarbonProject, presentCarbonProject } from '../../../wire/carbon-project.js';
import { CarbonProjectChanges, carbonProjectOf, NewCarbonProject } from '../../../wire/project-file.js';
import { route } from '../../route.js';

export const listedCarbonProjects = route({
  operation: 'listCarbonProjects',
  method: 'GET',
  path: '/carbon-projects',
  summary: 'All carbon projects',
  reply: Type.Array(CarbonProject),
  handle: async ({ context }) => (await listCarbonProjects(context.db)).map(presentCarbonProject),
});

export const carbonProjectRoutes = [
  listedCarbonProjects,
  route({
    operation: 'createCarbonProject',
    method: 'POST',
    path: '/carbon-projects',
    summary: 'A new carbon project',
    body: NewCarbonProject,
    reply: CarbonProject,
    handle: async ({ context, body }) =>
      presentCarbonProject(await createCarbonProject(context, carbonProjectOf(body))),
  }),
  route({
    operation: 'changeCarbonProject',
    method: 'PATCH',
    path: '/carbon-projects/:id',
    summary: 'Changes what is named of a carbon project',
    body: CarbonProjectChanges,
    reply: CarbonProject,
    handle: async ({ context, id, body }) =>
      presentCarbonProject(await changeCarbonProject(context, id, carbonProjectOf(body))),
  }),
];
