import type { Transaction } from '../../database/database.js';
import { statement } from '../../database/statement.js';

// With `findPicture`, the only statements that read live rows from a sandbox: what every account can see. Ids stay the same, so that a client can use
// the ids of its configuration in both.
const copies = [
  'update methodologies set current = false',
  `insert into methodologies select * from public.methodologies live
   where not exists (select from methodologies known where known.id = live.id)`,
  'update methodologies set current = true where id = (select id from public.methodologies live where current) and not current',
  `insert into forestry_projects (id, name, status, forest_latitude, forest_longitude, content_logo, content_masthead,
     content_introduction, content_body_html, content_images, capacity_trees, website, place,
     created_at)
   select id, name, case when completed_by_capacity then 'active' else status end, forest_latitude, forest_longitude,
     content_logo, content_masthead, content_introduction, content_body_html, content_images, capacity_trees, website, place,
     created_at
   from public.forestry_projects`,
  // Without the pictures themselves, which are large: `findPicture` reads them where they are.
  `insert into project_pictures (project_id, media_type, bytes, print, updated_at)
   select project_id, media_type, '', '', updated_at from public.project_pictures`,
  'insert into carbon_projects select * from public.carbon_projects',
].map((text) => statement(text));

/** Copies the projects and methodologies of the installation into a new sandbox. */
export async function copyCatalogue(tx: Transaction): Promise<void> {
  for (const copy of copies) await tx.rows(copy);
}
