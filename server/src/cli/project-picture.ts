import { invalid, missing } from '../platform/errors.js';
import { isUuid } from '../platform/ids.js';
import type { Instance } from '../platform/instance.js';
import { changePicture, removePicture } from '../projects/change-picture.js';
import { findForestryProject } from '../projects/forestry-project-store.js';
import type { Outcome } from './command-line.js';
import { readBytes } from './operator-input.js';

/** `projects picture NAME-or-ID FILE`, or `--remove` in place of the file. */
export async function projectPicture(
  { context }: Instance,
  project: string,
  file: string | undefined,
  { remove = false }: { remove?: boolean },
): Promise<Outcome> {
  if ((file === undefined) !== remove) throw invalid('Name a file, or --remove');
  const known = isUuid(project) ? await findForestryProject(context.db, project) : undefined;
  const name = known?.name ?? project;
  if (isUuid(project) && !known) throw missing(`There is no forestry project ${project}`);
  if (file === undefined) await removePicture(context, name);
  else await changePicture(context, name, await readBytes(file));
  return {
    value: { project: name, picture: file !== undefined },
    text: file === undefined ? `${name} has no picture now` : `${name} has a new picture`,
  };
}
