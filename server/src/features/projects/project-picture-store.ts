import type { Database, Transaction } from '../../database/database.js';
import { statement } from '../../database/statement.js';

export interface ProjectPicture {
  /** JPEG, except for pictures set before pictures were converted to JPEG. */
  readonly mediaType: string;
  readonly bytes: Buffer;
  readonly print: Buffer;
  readonly updatedAt: Date;
}

const selectFrom = (table: string) =>
  statement<ProjectPicture>(
    `select media_type, bytes, print, updated_at from ${table} where project_id = $1`,
  );
const select = selectFrom('project_pictures');
const selectLive = selectFrom('public.project_pictures');

/** A sandbox has the pictures of the installation, and no copies of them. */
export const findPicture = (db: Database, projectId: string): Promise<ProjectPicture | undefined> =>
  db.first(db.schema === undefined ? select : selectLive, [projectId]);

const selectTimes = statement<{ projectId: string; updatedAt: Date }>(
  'select project_id, updated_at from project_pictures where project_id = any($1::uuid[])',
);

/** When the pictures were set, for the projects that have one. */
export const pictureTimes = async (
  db: Database,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> =>
  new Map(
    (await db.rows(selectTimes, [projectIds])).map(({ projectId, updatedAt }) => [projectId, updatedAt]),
  );

const upsert = statement(`
  insert into project_pictures (project_id, media_type, bytes, print, updated_at) values ($1, $2, $3, $4, $5)
  on conflict (project_id) do update
  set media_type = excluded.media_type, bytes = excluded.bytes, print = excluded.print, updated_at = excluded.updated_at`);

export async function savePicture(
  db: Transaction,
  projectId: string,
  { mediaType, bytes, print, updatedAt }: ProjectPicture,
): Promise<void> {
  await db.rows(upsert, [projectId, mediaType, bytes, print, updatedAt]);
}

const remove = statement('delete from project_pictures where project_id = $1');

export async function deletePicture(db: Transaction, projectId: string): Promise<void> {
  await db.rows(remove, [projectId]);
}
