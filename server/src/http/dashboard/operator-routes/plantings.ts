import { Type } from '@sinclair/typebox';
import type { Context } from '../../../database/context.js';
import { addPhoto, removePhoto } from '../../../features/plantings/change-photos.js';
import { importPlantings } from '../../../features/plantings/import-plantings.js';
import {
  findListedPlanting,
  newestOfAllPlantings,
} from '../../../features/plantings/listed-planting-store.js';
import { photosOf } from '../../../features/plantings/planting-photo-store.js';
import { previewPlantings } from '../../../features/plantings/preview-plantings.js';
import { invalid, missing } from '../../../platform/errors.js';
import { maxPictureBytes } from '../../../platform/images/check-picture.js';
import { makePhotos } from '../../../platform/images/make-photos.js';
import {
  AddedPlantingPhoto,
  OperatorPlanting,
  PhotoDetails,
  presentAddedPhoto,
  presentOperatorPlanting,
} from '../../../wire/dashboard/operator-planting.js';
import {
  ImportedPlantings,
  PlantingPreview,
  presentPlantingPreview,
} from '../../../wire/dashboard/planting-import.js';
import { Deleted, deleted } from '../../../wire/fields.js';
import { maxPlantingFileBytes, readPlantingFile } from '../../../wire/planting-file.js';
import { list, route } from '../../route.js';

export const listedPlantings = list({
  operation: 'listOperatorPlantings',
  path: '/plantings',
  summary: 'What was planted in all projects, the last planted first',
  item: OperatorPlanting,
  sortedBy: 'time',
  page: async ({ context: { db } }, page) => {
    const plantings = await newestOfAllPlantings(db, page);
    const photos = await photosOf(
      db,
      plantings.map(({ id }) => id),
    );
    return plantings.map((planting) => ({ planting, photos: photos.get(planting.id) ?? [] }));
  },
  keyOf: ({ planting }) => ({ sort: new Date(planting.plantedOn), id: planting.id }),
  present: ({ planting, photos }) => presentOperatorPlanting(planting, photos),
});

/** CSV or JSON, as text in the body: the areas of many plantings are longer than other bodies may be. */
const plantingFile = {
  body: Type.Unsafe<Buffer>({}),
  file: {
    mediaType: /^text\/(csv|plain)$/,
    expected: 'text/csv or text/plain',
    maxBytes: maxPlantingFileBytes,
  },
} as const;

export const plantingRoutes = [
  listedPlantings,
  route({
    operation: 'previewPlantingImport',
    method: 'POST',
    path: '/plantings/preview',
    summary: 'What a file would record, and what is wrong with it; writes nothing',
    ...plantingFile,
    reply: PlantingPreview,
    acceptsIdempotencyKey: false,
    handle: async ({ context, body }) =>
      presentPlantingPreview(await previewPlantings(context, await readPlantingFile(textOf(body)))),
  }),
  route({
    operation: 'importPlantings',
    method: 'POST',
    path: '/plantings',
    summary: 'Records all plantings of a file, matched by reference, or none',
    ...plantingFile,
    reply: ImportedPlantings,
    // The same file again changes nothing.
    acceptsIdempotencyKey: false,
    prepare: ({ body }) => readPlantingFile(textOf(body)),
    handle: async ({ context }, file) => {
      const { created, updated } = await importPlantings(context, file);
      return { created, updated };
    },
  }),
  route({
    operation: 'addPlantingPhoto',
    method: 'POST',
    path: '/plantings/:id/photos',
    summary: 'A photo of a planting, without its metadata',
    query: PhotoDetails,
    body: Type.Unsafe<Buffer>({}),
    file: {
      mediaType: /^image\//,
      expected: 'image/jpeg, image/png or image/webp',
      maxBytes: maxPictureBytes,
    },
    reply: AddedPlantingPhoto,
    // The same photo is kept once.
    acceptsIdempotencyKey: false,
    find: requirePlanting,
    prepare: ({ body }) => makePhotos(body),
    handle: async ({ context, found: { reference }, query }, photos) =>
      presentAddedPhoto(
        await addPhoto(context, reference, photos, { takenOn: query.taken_on, caption: query.caption }),
      ),
  }),
  route({
    operation: 'deletePlantingPhoto',
    method: 'DELETE',
    path: '/planting-photos/:id',
    summary: 'Removes a photo from all pages',
    reply: Deleted,
    handle: async ({ context, id }) => {
      await removePhoto(context, id);
      return deleted(id);
    },
  }),
];

async function requirePlanting({ db }: Context, _: unknown, id: string) {
  const planting = await findListedPlanting(db, id);
  if (!planting) throw missing('There is no such planting');
  return planting;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function textOf(file: Buffer): string {
  try {
    return utf8.decode(file);
  } catch {
    throw invalid('The file must be text in UTF-8', { code: 'file-not-text' });
  }
}
