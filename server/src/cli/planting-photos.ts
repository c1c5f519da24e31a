import type { Instance } from '../database/instance.js';
import { addPhoto, removePhoto } from '../features/plantings/change-photos.js';
import { photosOf, type PlantingPhoto } from '../features/plantings/planting-photo-store.js';
import { findPlanting } from '../features/plantings/planting-store.js';
import { missing } from '../platform/errors.js';
import { makePhotos } from '../platform/images/make-photos.js';
import { isoDay } from '../platform/time/months.js';
import { PhotoCaption, presentPhoto } from '../wire/planting-photo.js';
import type { Command } from './command.js';
import { onInstance, table, type CliEnvironment, type Outcome } from './command-line.js';
import { readBytes } from './operator-input.js';
import { fieldOf, readDay, readId } from './option-parsers.js';

export function addPlantingPhotoCommands(plantings: Command, line: CliEnvironment): void {
  onInstance(
    line,
    plantings
      .command('photo')
      .argument('<reference>', 'of the planting')
      .argument('<file>', 'a JPEG, PNG or WebP of up to 16 MiB and 25 megapixels')
      .description('add a photo to a planting, without its metadata')
      .example('plantings photo HB-1 seedlings.jpg --taken-on 2026-10-31')
      .option('--taken-on <YYYY-MM-DD>', 'the day on which it was taken', readDay)
      .option('--caption <text>', 'what it shows', fieldOf(PhotoCaption)),
    add,
  );
  onInstance(
    line,
    plantings
      .command('photos')
      .argument('<reference>', 'of the planting')
      .description('list the photos of a planting')
      .example('plantings photos HB-1'),
    list,
  );
  onInstance(
    line,
    plantings
      .command('remove-photo')
      .argument('<photo-id>', 'from `plantings photos`', readId)
      .description('delete a photo')
      .example('plantings remove-photo ID'),
    remove,
  );
}

interface AddOptions {
  readonly takenOn?: Date;
  readonly caption?: string;
}

async function add(
  { context }: Instance,
  reference: string,
  file: string,
  { takenOn, caption }: AddOptions,
): Promise<Outcome> {
  await requirePlanting(context, reference);
  const photos = await makePhotos(await readBytes(file));
  const { photo, created } = await addPhoto(context, reference, photos, {
    takenOn: takenOn && isoDay(takenOn),
    caption,
  });
  return {
    value: { ...present(photo, context), created },
    text: created ? `${reference} has a new photo: ${photo.id}` : `${reference} has this photo: ${photo.id}`,
  };
}

async function list({ context }: Instance, reference: string): Promise<Outcome> {
  const { id } = await requirePlanting(context, reference);
  const photos = (await photosOf(context.db, [id])).get(id) ?? [];
  return {
    value: photos.map((photo) => present(photo, context)),
    text: table(
      ['id', 'taken on', 'size', 'caption'],
      photos.map((photo) => [photo.id, photo.takenOn, `${photo.width} x ${photo.height}`, photo.caption]),
    ),
  };
}

async function remove({ context }: Instance, id: string): Promise<Outcome> {
  await removePhoto(context, id);
  return { value: { id, deleted: true }, text: `Deleted photo ${id}` };
}

async function requirePlanting({ db }: Instance['context'], reference: string) {
  const planting = await findPlanting(db, reference);
  if (!planting) throw missing(`There is no planting ${reference}`);
  return planting;
}

const present = (photo: PlantingPhoto, { baseUrl }: Instance['context']) => ({
  id: photo.id,
  ...presentPhoto(photo, baseUrl()),
  width: photo.width,
  height: photo.height,
});
