import { Type, type Static } from '@sinclair/typebox';
import type { ForestryProject as ProjectRow } from '../../features/projects/forestry-project-store.js';
import { exactNumber } from '../../platform/exact-number.js';
import { Decimal, Id, Nullable, OneOf } from '../fields.js';
import { presentForestryProject } from '../forestry-project.js';

/** A forestry project as operators see it. */
export const OperatorForestryProject = Type.Object(
  {
    id: Id,
    name: Type.String(),
    status: OneOf(['active', 'complete']),
    forest_latitude: Decimal,
    forest_longitude: Decimal,
    content_logo: Type.String(),
    content_masthead: Type.String(),
    content_introduction: Type.String(),
    content_body_html: Type.String(),
    content_images: Type.Array(Type.String()),
    website: Type.String(),
    place: Type.String(),
    capacity_trees: Nullable(Decimal),
    planted_trees: Decimal,
    picture_url: Nullable(Type.String()),
  },
  { title: 'OperatorForestryProject' },
);

export const presentOperatorProject = (
  project: ProjectRow,
  pictureUrl: string | null,
): Static<typeof OperatorForestryProject> => ({
  ...presentForestryProject(project),
  website: project.website,
  place: project.place,
  status: project.status,
  capacity_trees: project.capacityTrees === null ? null : exactNumber(project.capacityTrees),
  planted_trees: exactNumber(project.plantedTrees),
  picture_url: pictureUrl,
});
