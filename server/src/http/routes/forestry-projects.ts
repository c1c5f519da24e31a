import { missing } from '../../platform/errors.js';
import { findForestryProject, listForestryProjects } from '../../features/projects/forestry-project-store.js';
import { list, route } from '../route.js';
import { ForestryProject, presentForestryProject } from '../../wire/forestry-project.js';

export const listedForestryProjects = list({
  operation: 'listForestryProjects',
  path: '/forestry/projects',
  summary: 'All forestry projects, oldest first',
  item: ForestryProject,
  sortedBy: 'time',
  page: ({ context }, page) => listForestryProjects(context.db, page),
  keyOf: ({ createdAt, id }) => ({ sort: createdAt, id }),
  present: presentForestryProject,
});

export const forestryProjectRoutes = [
  listedForestryProjects,
  route({
    operation: 'getForestryProject',
    method: 'GET',
    path: '/forestry/projects/:id',
    summary: 'A forestry project',
    reply: ForestryProject,
    find: async ({ db }, _, id) => {
      const project = await findForestryProject(db, id);
      if (!project) throw missing('There is no such forestry project');
      return project;
    },
    handle: ({ found }) => Promise.resolve(presentForestryProject(found)),
  }),
];
