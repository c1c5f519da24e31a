import type { CarbonProject } from '../projects/carbon-project-store.js';

/** As the operator's commands print it. */
export const presentCarbonProject = (project: CarbonProject) => ({
  id: project.id,
  name: project.name,
  type: project.type,
  registry_name: project.registryName,
  price_per_tonne: Number(project.pricePerTonne),
  status: project.status,
});
