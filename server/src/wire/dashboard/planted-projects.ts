import { Type } from '@sinclair/typebox';
import { Id } from '../fields.js';

export const PlantedProjects = Type.Object({ project_ids: Type.Array(Id) }, { title: 'PlantedProjects' });
