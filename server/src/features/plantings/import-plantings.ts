import { recordChanges, installationAccountId, type AuditedAccountChange } from '../audit/audit-store.js';
import { difference } from '../audit/audited-fields.js';
import type { Context, TransactionContext } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { enqueue } from '../../database/job-store.js';
import { newId } from '../../platform/ids.js';
import { refuseLines } from '../../platform/text/refuse-lines.js';
import { findProjectsCalled } from '../projects/forestry-project-store.js';
import { checkPlantings, type CheckedPlanting } from './check-plantings.js';
import { coverTreesJob } from './cover-trees-job.js';
import { lockPlantingImports, lockPlantingsOf } from './planting-lock-store.js';
import { insertPlantingRecords } from './planting-record-store.js';
import { findPlantings } from './planting-store.js';
import { savePlantings } from './saved-planting-store.js';
import { survivingTrees, type Planting } from './planting.js';
import type { PlantingFile, PlantingLine } from './planting-file.js';
import { plantingAuditFacts, recordedFacts } from './recorded-facts.js';

export interface ImportedPlantings {
  readonly created: number;
  /** Plantings that were known before, also those of which the file says nothing new. */
  readonly updated: number;
}

/** Imports all plantings, matched by reference, or throws an error that names the faulty lines. */
export const importPlantings = (context: Context, file: PlantingFile): Promise<ImportedPlantings> =>
  inTransaction(context, async (tx) => {
    const { lines } = file;
    await lockPlantingImports(tx.db);
    const projects = await findProjectsCalled(tx.db, [...new Set(lines.flatMap(namesOf))]);
    for (const id of [...new Set([...projects.values()].map((project) => project.id))].sort())
      await lockPlantingsOf(tx.db, id);
    const known = await findPlantings(
      tx.db,
      lines.map(({ reference }) => reference),
    );
    const { plantings, faults } = checkPlantings(lines, { projects, known, now: tx.clock() });
    refuseLines([...file.faults, ...faults]);

    await saveChanges(tx, plantings);
    await enqueue(tx.db, { task: coverTreesJob, payload: {}, key: coverTreesJob.name });
    const created = plantings.filter((planting) => planting.known === undefined).length;
    return { created, updated: plantings.length - created };
  });

const namesOf = ({ project }: PlantingLine): string[] => [project, project.toLowerCase()];

async function saveChanges(tx: TransactionContext, plantings: readonly CheckedPlanting[]): Promise<void> {
  const now = tx.clock();
  const changes = plantings.flatMap((planting) => {
    const change = changeOf(planting, now);
    return change ? [{ ...planting, ...change }] : [];
  });
  await savePlantings(
    tx.db,
    changes.map(({ saved }) => saved),
  );
  const records = changes.flatMap(({ saved, facts, isToTell }) =>
    isToTell ? [{ id: newId(), plantingId: saved.id, recordedAt: now, facts }] : [],
  );
  await insertPlantingRecords(tx.db, records);
  await recordChanges(
    tx,
    changes.map(({ entry }) => entry),
  );
}

interface PlantingChange {
  readonly saved: Planting;
  readonly facts: ReturnType<typeof recordedFacts>;
  /** Whether it is entered in the transparency log: not if only the address of the source changed. */
  readonly isToTell: boolean;
  readonly entry: AuditedAccountChange;
}

function changeOf({ facts, known, project }: CheckedPlanting, now: Date): PlantingChange | undefined {
  const saved = {
    ...facts,
    id: known?.id ?? newId(),
    survivingTrees: survivingTrees(facts),
    coveredTrees: known?.coveredTrees ?? '0',
    createdAt: known?.createdAt ?? now,
    updatedAt: now,
  };
  const told = recordedFacts(facts, project);
  const subject = { accountId: installationAccountId, subjectId: saved.id };
  const after = plantingAuditFacts(facts);
  if (!known)
    return {
      saved,
      facts: told,
      isToTell: true,
      entry: { ...subject, action: 'planting.create', after },
    };
  const differing = difference(plantingAuditFacts(known), after);
  if (!differing) return undefined;
  const isToTell = JSON.stringify(recordedFacts(known, project)) !== JSON.stringify(told);
  return { saved, facts: told, isToTell, entry: { ...subject, action: 'planting.update', ...differing } };
}
