import { missing } from '../platform/errors.js';
import { isUuid } from '../platform/ids.js';
import type { Instance } from '../database/instance.js';
import { changePicture, removePicture } from '../features/projects/change-picture.js';
import { findForestryProject } from '../features/projects/forestry-project-store.js';
import type { Command } from './command.js';
import type { Outcome } from './command-line.js';
import { readBytes } from './operator-input.js';

export function pictureProblem(command: Command): string | undefined {
  const isNamed = command.args.length > 1;
  const { remove = false } = command.opts<{ remove?: boolean }>();
  return isNamed === remove ? 'use either a file or --remove' : undefined;
}

/** `projects picture NAME-or-ID FILE`, or `--remove` in place of the file. */
export async function projectPicture(
  { context }: Instance,
  project: string,
  file: string | undefined,
): Promise<Outcome> {
  const known = isUuid(project) ? await findForestryProject(context.db, project) : undefined;
  const name = known?.name ?? project;
  if (isUuid(project) && !known) throw missing(`There is no forestry project ${project}`);
  if (file === undefined) await removePicture(context, name);
  else await changePicture(context, name, await readBytes(file));
  return {
    value: { project: name, picture: file !== undefined },
    text: file === undefined ? `Removed the picture of ${name}` : `${name} has a new picture`,
  };
}
