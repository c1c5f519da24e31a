import { Type, type Static } from '@sinclair/typebox';
import {
  pendingOf,
  type PlantedProject as PlantedRow,
} from '../../features/projects/trees-by-account-store.js';
import { exactNumber } from '../../platform/exact-number.js';
import { Decimal, Id } from '../fields.js';

const PlantedProject = Type.Object({ id: Id, trees: Decimal, planted: Decimal, pending: Decimal });

export const PlantedProjects = Type.Object(
  { projects: Type.Array(PlantedProject) },
  { title: 'PlantedProjects' },
);

export const presentPlantedProject = ({ id, trees, covered }: PlantedRow): Static<typeof PlantedProject> => ({
  id,
  trees: exactNumber(trees),
  planted: exactNumber(covered),
  pending: exactNumber(pendingOf({ trees, covered })),
});
