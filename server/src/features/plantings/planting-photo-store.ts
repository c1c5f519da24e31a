import type { Database, Transaction } from '../../database/database.js';
import { statement } from '../../database/statement.js';

/** What is known of a photo, without the photo itself. */
export interface PlantingPhoto {
  readonly id: string;
  readonly plantingId: string;
  /** YYYY-MM-DD. */
  readonly takenOn: string | null;
  readonly caption: string | null;
  /** Of the large one. */
  readonly width: number;
  readonly height: number;
  /** SHA-256 of the large one. */
  readonly digest: string;
  readonly createdAt: Date;
}

const columns = 'id, planting_id, taken_on, caption, width, height, digest, created_at';
const order = 'planting_id, taken_on, created_at, id';

const selectOfPlantings = statement<PlantingPhoto>(
  `select ${columns} from planting_photos where planting_id = any($1::uuid[]) order by ${order}`,
);

/** By planting; the oldest first, those without a date last. */
export async function photosOf(
  db: Database,
  plantingIds: readonly string[],
): Promise<ReadonlyMap<string, readonly PlantingPhoto[]>> {
  const photos = new Map<string, PlantingPhoto[]>();
  for (const photo of await db.rows(selectOfPlantings, [plantingIds]))
    photos.set(photo.plantingId, [...(photos.get(photo.plantingId) ?? []), photo]);
  return photos;
}

export interface ProjectPhoto extends PlantingPhoto {
  /** Of its planting. */
  readonly reference: string;
}

const selectNewest = statement<ProjectPhoto>(
  `select ${columns
    .split(', ')
    .map((name) => `photo.${name}`)
    .join(', ')}, reference
   from planting_photos photo join plantings on plantings.id = planting_id where project_id = $1
   order by coalesce(taken_on, photo.created_at::date) desc, photo.id desc limit $2`,
);

/** The newest of a project. */
export const newestPhotos = (db: Database, projectId: string, limit: number): Promise<ProjectPhoto[]> =>
  db.rows(selectNewest, [projectId, limit]);

export type PhotoSize = 'large' | 'small';

const selectBytes = (table: string, size: PhotoSize) =>
  statement<{ bytes: Buffer }>(`select ${size} as bytes from ${table} where id = $1`);
const bytesOf = {
  large: selectBytes('planting_photos', 'large'),
  small: selectBytes('planting_photos', 'small'),
};
const liveBytesOf = {
  large: selectBytes('public.planting_photos', 'large'),
  small: selectBytes('public.planting_photos', 'small'),
};

/** A sandbox shows the photos of the installation, and has no copies of them. */
export const findPhotoBytes = async (
  db: Database,
  id: string,
  size: PhotoSize,
): Promise<Buffer | undefined> =>
  (await db.first((db.schema === undefined ? bytesOf : liveBytesOf)[size], [id]))?.bytes;

const insert = statement(
  `insert into planting_photos (${columns}, large, small) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
);

export async function insertPhoto(
  db: Transaction,
  photo: PlantingPhoto,
  { large, small }: { readonly large: Buffer; readonly small: Buffer },
): Promise<void> {
  const { id, plantingId, takenOn, caption, width, height, digest, createdAt } = photo;
  const values = [id, plantingId, takenOn, caption, width, height, digest, createdAt, large, small];
  await db.rows(insert, values);
}

const update = statement('update planting_photos set taken_on = $2, caption = $3 where id = $1');

export async function updatePhoto(db: Transaction, photo: PlantingPhoto): Promise<void> {
  await db.rows(update, [photo.id, photo.takenOn, photo.caption]);
}

const remove = statement<PlantingPhoto>(`delete from planting_photos where id = $1 returning ${columns}`);

/** Undefined: there was none. */
export const deletePhoto = (db: Transaction, id: string): Promise<PlantingPhoto | undefined> =>
  db.first(remove, [id]);
