import { createHash } from 'node:crypto';
import { recordDifference, installationAccountId } from '../audit/audit-store.js';
import type { Facts } from '../audit/audited-fields.js';
import type { Context } from '../../database/context.js';
import { missing } from '../../platform/errors.js';
import { inTransaction } from '../../database/in-transaction.js';
import { lockForestryProject } from './forestry-project-store.js';
import { makePictures, type PictureVariants } from '../../platform/images/make-pictures.js';
import { deletePicture, findPicture, savePicture, type ProjectPicture } from './project-picture-store.js';

/** Sets the picture of a project, replacing the old one. */
export async function changePicture(context: Context, projectName: string, file: Buffer): Promise<void> {
  await setPictures(context, projectName, await makePictures(file));
}

/** The same for a picture that was already converted. */
export const setPictures = (
  context: Context,
  projectName: string,
  { page, print }: PictureVariants,
): Promise<void> =>
  replace(context, projectName, () => ({
    mediaType: 'image/jpeg',
    bytes: page,
    print,
    updatedAt: context.clock(),
  }));

export const removePicture = (context: Context, projectName: string): Promise<void> =>
  replace(context, projectName, (known) => {
    if (!known) throw missing(`${projectName} has no picture`);
    return undefined;
  });

const replace = (
  context: Context,
  projectName: string,
  next: (known: ProjectPicture | undefined) => ProjectPicture | undefined,
): Promise<void> =>
  inTransaction(context, async (tx) => {
    const project = await lockForestryProject(tx.db, projectName);
    if (!project) throw missing(`There is no forestry project ${projectName}`);
    const known = await findPicture(tx.db, project.id);
    const picture = next(known);
    await (picture ? savePicture(tx.db, project.id, picture) : deletePicture(tx.db, project.id));
    await recordDifference(tx, installationAccountId, {
      action: 'forestry_project.picture',
      subjectId: project.id,
      before: pictureFacts(known),
      after: pictureFacts(picture),
    });
  });

/** Enough to identify the picture; the picture itself does not belong in the audit trail. */
const pictureFacts = (picture: ProjectPicture | undefined): Facts => ({
  media_type: picture?.mediaType ?? null,
  size: picture?.bytes.length ?? null,
  sha256: picture ? createHash('sha256').update(picture.bytes).digest('hex') : null,
});
