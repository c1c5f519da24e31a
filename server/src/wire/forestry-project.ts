import { Type, type Static } from '@sinclair/typebox';
import type { ForestryProject as ProjectRow } from '../features/projects/forestry-project-store.js';
import { Decimal, Field, Id } from './fields.js';

export const ForestryProject = Type.Object(
  {
    id: Field('Its id.', Id),
    name: Field('Its name.', Type.String()),
    status: Field('`active` while more trees can be planted, then `complete`.', Type.String()),
    forest_latitude: Field('Degrees north.', Decimal),
    forest_longitude: Field('Degrees east.', Decimal),
    content_logo: Field('Address of an image.', Type.String()),
    content_masthead: Field('Address of an image.', Type.String()),
    content_body_html: Field('About it, as HTML.', Type.String()),
    content_images: Field('Addresses of images.', Type.Array(Type.String())),
  },
  { title: 'ForestryProject' },
);

/** With `content_introduction`, which is not a field of the model: other revisions show it, each in its own way. */
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
