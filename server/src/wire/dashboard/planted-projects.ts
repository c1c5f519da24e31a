import { Type, type Static } from '@sinclair/typebox';
import type { PlantedProject as PlantedRow } from '../../features/projects/account-tree-store.js';
import { exactNumber } from '../../platform/exact-number.js';
import { Decimal, Id } from '../fields.js';

const PlantedProject = Type.Object({ id: Id, trees: Decimal });

export const PlantedProjects = Type.Object(
  { projects: Type.Array(PlantedProject) },
  { title: 'PlantedProjects' },
);

export const presentPlantedProject = ({ id, trees }: PlantedRow): Static<typeof PlantedProject> => ({
  id,
  trees: exactNumber(trees),
});
