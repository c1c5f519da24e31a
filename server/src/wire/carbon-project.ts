import { Type, type Static } from '@sinclair/typebox';
import type { CarbonProject as CarbonProjectRow } from '../features/projects/carbon-project-store.js';
import { Decimal, Field, Id, OneOf } from './fields.js';

/** As printed by operator commands and shown in the dashboard. */
export const CarbonProject = Type.Object(
  {
    id: Field('Its id.', Id),
    name: Field('Its name.', Type.String()),
    type: Field('Kind of carbon project.', Type.String()),
    registry_name: Field('The registry of its credits.', Type.String()),
    price_per_tonne: Field('Price of a tonne of CO2 equivalent.', Decimal),
    status: Field('`active` while it can be chosen, then `complete`.', OneOf(['active', 'complete'])),
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
