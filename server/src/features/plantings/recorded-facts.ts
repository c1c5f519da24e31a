import { auditedFields, type Facts } from '../audit/audited-fields.js';
import { decimal } from '../../platform/decimals.js';
import { hashOfArea } from './area.js';
import type { PlantingFacts } from './planting.js';

/** What the transparency log contains of a planting, besides its id and the time. Amounts with decimals are strings there. */
export interface RecordedFacts {
  readonly reference: string;
  readonly project: { readonly id: string; readonly name: string };
  readonly planted_on: string;
  readonly trees: string;
  readonly partner: string;
  readonly species: readonly string[];
  readonly survival: readonly {
    readonly audited_on: string;
    readonly rate: string;
    readonly auditor: string;
  }[];
  /** Its SHA-256; null: where exactly is not known. */
  readonly polygon: string | null;
}

export const recordedFacts = (
  facts: PlantingFacts,
  project: { readonly id: string; readonly name: string },
): RecordedFacts => ({
  reference: facts.reference,
  project: { id: project.id, name: project.name },
  planted_on: facts.plantedOn,
  trees: decimal(facts.trees).toFixed(6),
  partner: facts.partner,
  species: facts.species,
  survival: facts.survival.map(({ auditedOn, rate, auditor }) => ({
    audited_on: auditedOn,
    rate: decimal(String(rate)).toFixed(6),
    auditor,
  })),
  polygon: facts.polygon && hashOfArea(facts.polygon),
});

const audited = auditedFields(
  'projectId',
  'reference',
  'plantedOn',
  'trees',
  'partner',
  'species',
  'polygon',
  'survival',
  'sourceUrl',
);

/** The trail has the hash of a polygon, which may be long. */
export const plantingAuditFacts = (facts: PlantingFacts): Facts =>
  audited({
    ...facts,
    trees: decimal(facts.trees).toFixed(),
    survival: facts.survival.map(({ auditedOn, rate, auditor }) => ({
      audited_on: auditedOn,
      rate,
      auditor,
    })),
    polygon: facts.polygon && hashOfArea(facts.polygon),
  });
