import { Type } from '@sinclair/typebox';
import { listCarbonProjects } from '../../../features/projects/carbon-project-store.js';
import { CarbonProject, presentCarbonProject } from '../../../wire/carbon-project.js';
import { route } from '../../route.js';

export const carbonProjectRoutes = [
  route({
    operation: 'listCarbonProjects',
    method: 'GET',
    path: '/carbon-projects',
    summary: 'All carbon projects, for those who choose among them',
    reply: Type.Array(CarbonProject),
    handle: async ({ context }) => (await listCarbonProjects(context.db)).map(presentCarbonProject),
  }),
];
