import { missing } from '../../platform/errors.js';
import { findCarbonProjects, pageOfCarbonProjects } from '../../features/projects/carbon-project-store.js';
import { CarbonProject, presentCarbonProject } from '../../wire/carbon-project.js';
import { list, route } from '../route.js';

export const carbonProjectRoutes = [
  list({
    operation: 'listCarbonProjects',
    path: '/carbon/projects',
    summary: 'All carbon projects, oldest first',
    item: CarbonProject,
    sortedBy: 'time',
    page: ({ context }, page) => pageOfCarbonProjects(context.db, page),
    keyOf: ({ createdAt, id }) => ({ sort: createdAt, id }),
    present: presentCarbonProject,
  }),
  route({
    operation: 'getCarbonProject',
    method: 'GET',
    path: '/carbon/projects/:id',
    summary: 'A carbon project',
    reply: CarbonProject,
    find: async ({ db }, _, id) => {
      const [project] = await findCarbonProjects(db, [id]);
      if (!project) throw missing('There is no such carbon project');
      return project;
    },
    handle: ({ found }) => Promise.resolve(presentCarbonProject(found)),
  }),
];
