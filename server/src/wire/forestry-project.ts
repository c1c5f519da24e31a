import { Type, type Static } from '@sinclair/typebox';
import type { ForestryProject as ProjectRow } from '../features/projects/forestry-project-store.js';
import { Decimal, Id } from './fields.js';

export const ForestryProject = Type.Object(
  {
    id: Id,
    name: Type.String(),
    status: Type.String(),
    forest_latitude: Decimal,
    forest_longitude: Decimal,
    content_logo: Type.String(),
    content_masthead: Type.String(),
    content_body_html: Type.String(),
    content_images: Type.Array(Type.String()),
  },
  { title: 'ForestryProject' },
);

/** With `content_introduction`, which only revision 1.6.3 shows. */
export const presentForestryProject = (
  project: ProjectRow,
): Static<typeof ForestryProject> & { content_introduction: string } => ({
  id: project.id,
  name: project.name,
  status: project.status,
  forest_latitude: project.forestLatitude,
  forest_longitude: project.forestLongitude,
  content_logo: project.contentLogo,
  content_masthead: project.contentMasthead,
  content_introduction: project.contentIntroduction,
  content_body_html: project.contentBodyHtml,
  content_images: [...project.contentImages],
});
