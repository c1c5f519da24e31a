import { Type, type Static } from '@sinclair/typebox';
import type { CarbonProject as CarbonProjectRow } from '../features/projects/carbon-project-store.js';
import { Decimal, Id, OneOf } from './fields.js';

/** As the operator's commands print it and the dashboard shows it. */
export const CarbonProject = Type.Object(
  {
    id: Id,
    name: Type.String(),
    type: Type.String(),
    registry_name: Type.String(),
    price_per_tonne: Decimal,
    status: OneOf(['active', 'complete']),
  },
  { title: 'CarbonProject' },
);

export const presentCarbonProject = (project: CarbonProjectRow): Static<typeof CarbonProject> => ({
  id: project.id,
  name: project.name,
  type: project.type,
  registry_name: project.registryName,
  price_per_tonne: Number(project.pricePerTonne),
  status: project.status,
});
