import type { Transaction } from '../../database/database.js';
import { statement } from '../../database/statement.js';
import type { Planting } from './planting.js';

// `covered_trees` belongs to the job, which covers certificates.
const save = statement(`
  insert into plantings (id, project_id, reference, planted_on, trees, partner, species, polygon, survival, source_url,
    surviving_trees, created_at, updated_at)
  select id, "projectId", reference, "plantedOn", trees, partner, species, polygon, survival, "sourceUrl",
    "survivingTrees", "createdAt", "updatedAt"
  from jsonb_to_recordset($1::jsonb) as saved (id uuid, "projectId" uuid, reference text, "plantedOn" date, trees numeric,
    partner text, species text[], polygon jsonb, survival jsonb, "sourceUrl" text, "survivingTrees" numeric,
    "createdAt" timestamptz, "updatedAt" timestamptz)
  on conflict (id) do update set planted_on = excluded.planted_on, trees = excluded.trees, partner = excluded.partner,
    species = excluded.species, polygon = excluded.polygon, survival = excluded.survival,
    source_url = excluded.source_url, surviving_trees = excluded.surviving_trees, updated_at = excluded.updated_at`);

const batchSize = 200;

/** New ones, and changes of known ones. */
export async function savePlantings(db: Transaction, plantings: readonly Planting[]): Promise<void> {
  for (let start = 0; start < plantings.length; start += batchSize)
    await db.rows(save, [JSON.stringify(plantings.slice(start, start + batchSize))]);
}
