import { createHash } from 'node:crypto';
import type { Context } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { invalid, missing } from '../../platform/errors.js';
import { newId } from '../../platform/ids.js';
import type { PhotoVariants } from '../../platform/images/make-photos.js';
import { requireRecordDate } from '../../platform/time/record-date.js';
import { recordChange, recordDifference, installationAccountId } from '../audit/audit-store.js';
import { auditedFields } from '../audit/audited-fields.js';
import {
  deletePhoto,
  insertPhoto,
  photosOf,
  updatePhoto,
  type PlantingPhoto,
} from './planting-photo-store.js';
import { lockPhotosOf } from './planting-lock-store.js';
import { findPlanting } from './planting-store.js';

/** Enough to show how a planting grows, and few enough for a page. */
export const maxPhotos = 20;

export interface PhotoDetails {
  /** YYYY-MM-DD; undefined: unknown. */
  readonly takenOn?: string | undefined;
  readonly caption?: string | undefined;
}

export interface AddedPhoto {
  readonly photo: PlantingPhoto;
  /** False: the same photo was there already. */
  readonly created: boolean;
}

/** What identifies it; the photo itself does not belong in the audit trail. */
const photoFacts = auditedFields('plantingId', 'takenOn', 'caption', 'width', 'height', 'digest');

/** Adds a photo to the planting with this reference. The same photo is kept once, with the date and caption given last. */
export async function addPhoto(
  context: Context,
  reference: string,
  { large, small, width, height }: PhotoVariants,
  { takenOn, caption }: PhotoDetails,
): Promise<AddedPhoto> {
  if (takenOn !== undefined) requireRecordDate(new Date(takenOn), context.clock(), 'taken_on');
  const digest = createHash('sha256').update(large).digest('hex');
  return inTransaction(context, async (tx) => {
    const planting = await findPlanting(tx.db, reference);
    if (!planting) throw missing(`There is no planting ${reference}`);
    await lockPhotosOf(tx.db, planting.id);
    const photos = (await photosOf(tx.db, [planting.id])).get(planting.id) ?? [];
    const known = photos.find((photo) => photo.digest === digest);
    if (known) {
      const photo = { ...known, takenOn: takenOn ?? known.takenOn, caption: caption ?? known.caption };
      await updatePhoto(tx.db, photo);
      await recordDifference(tx, installationAccountId, {
        action: 'planting_photo.update',
        subjectId: photo.id,
        before: photoFacts(known),
        after: photoFacts(photo),
      });
      return { photo, created: false };
    }
    if (photos.length >= maxPhotos)
      throw invalid(`${reference} has ${maxPhotos} photos already: delete one first`, {
        code: 'too-many-photos',
        params: { max: maxPhotos },
      });
    const photo: PlantingPhoto = {
      id: newId(),
      plantingId: planting.id,
      takenOn: takenOn ?? null,
      caption: caption ?? null,
      width,
      height,
      digest,
      createdAt: tx.clock(),
    };
    await insertPhoto(tx.db, photo, { large, small });
    await recordChange(tx, installationAccountId, {
      action: 'planting_photo.create',
      subjectId: photo.id,
      after: photoFacts(photo),
    });
    return { photo, created: true };
  });
}

export const removePhoto = (context: Context, id: string): Promise<PlantingPhoto> =>
  inTransaction(context, async (tx) => {
    const photo = await deletePhoto(tx.db, id);
    if (!photo) throw missing(`There is no photo ${id}`);
    await recordChange(tx, installationAccountId, {
      action: 'planting_photo.delete',
      subjectId: id,
      before: photoFacts(photo),
    });
    return photo;
  });
