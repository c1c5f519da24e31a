import type { InvalidLine, Reason } from '../../platform/reason.js';
import { shorten } from '../../platform/text/shorten.js';
import { isoDay } from '../../platform/time/months.js';
import type { PlantingLine } from './planting-file.js';
import type { Planting, PlantingFacts, SurvivalAudit } from './planting.js';

interface NamedProject {
  readonly id: string;
  readonly name: string;
}

export interface CheckedPlanting {
  readonly facts: PlantingFacts;
  readonly project: NamedProject;
  /** Undefined: it is new. */
  readonly known: Planting | undefined;
}

interface Surroundings {
  /** By name and by id. */
  readonly projects: ReadonlyMap<string, NamedProject>;
  /** Those of which the file tells. */
  readonly known: readonly Planting[];
  readonly now: Date;
}

/** Compares rows with each other, with what is known and with the calendar. */
export function checkPlantings(
  lines: readonly PlantingLine[],
  { projects, known, now }: Surroundings,
): { plantings: CheckedPlanting[]; faults: InvalidLine[] } {
  const today = isoDay(now);
  const byReference = new Map(known.map((planting) => [planting.reference, planting]));
  const firstLines = new Map<string, number>();
  const plantings: CheckedPlanting[] = [];
  const faults: InvalidLine[] = [];
  for (const line of lines) {
    const note = (what: string, reason: Reason): void => {
      faults.push({ line: line.line, what, reason });
    };
    const project = projects.get(line.project) ?? projects.get(line.project.toLowerCase());
    const before = byReference.get(line.reference);
    const facts = factsOf(line, project, before);
    checkRepetition(line, firstLines, note);
    checkProject(line, { project, before }, note);
    checkDays(facts, today, (what, reason) => note(what + line.messageSuffix, reason));
    if (project) plantings.push({ facts, project, known: before });
  }
  return { plantings, faults };
}

type Note = (what: string, reason: Reason) => void;

function factsOf(
  line: PlantingLine,
  project: NamedProject | undefined,
  before: Planting | undefined,
): PlantingFacts {
  const { reference, plantedOn, trees, partner, species } = line;
  return {
    projectId: project?.id ?? '',
    reference,
    plantedOn,
    trees,
    partner,
    species,
    polygon: line.polygon === undefined ? (before?.polygon ?? null) : line.polygon,
    survival: sorted(line.survival === undefined ? (before?.survival ?? []) : (line.survival ?? [])),
    sourceUrl: line.sourceUrl === undefined ? (before?.sourceUrl ?? null) : line.sourceUrl,
  };
}

const sorted = (audits: readonly SurvivalAudit[]): SurvivalAudit[] =>
  [...audits].sort((one, other) => (one.auditedOn < other.auditedOn ? -1 : 1));

function checkRepetition(line: PlantingLine, firstLines: Map<string, number>, note: Note): void {
  const first = firstLines.get(line.reference);
  if (first === undefined) firstLines.set(line.reference, line.line);
  else
    note(`reference ${shorten(line.reference)} is also on line ${first}`, {
      code: 'planting-twice',
      field: 'reference',
      params: { line: first },
    });
}

function checkProject(
  line: PlantingLine,
  { project, before }: { project: NamedProject | undefined; before: Planting | undefined },
  note: Note,
): void {
  if (!project) {
    const name = shorten(line.project);
    note(`there is no forestry project ${name}${line.messageSuffix}`, {
      code: 'no-forestry-project',
      field: 'project',
      params: { project: name },
    });
  } else if (before && before.projectId !== project.id)
    // What it covers belongs to certificates of its project.
    note(`planting ${shorten(line.reference)} belongs to another project`, {
      code: 'planting-moved',
      field: 'project',
    });
}

function checkDays({ plantedOn, survival }: PlantingFacts, today: string, note: Note): void {
  if (plantedOn > today)
    note(`planted_on ${plantedOn} is in the future`, { code: 'date-in-future', field: 'planted_on' });
  for (const [index, { auditedOn }] of survival.entries()) {
    if (auditedOn > today)
      note(`audited_on ${auditedOn} is in the future`, { code: 'date-in-future', field: 'survival' });
    else if (auditedOn < plantedOn)
      note(`audited_on ${auditedOn} is before planted_on ${plantedOn}`, {
        code: 'audit-before-planting',
        field: 'survival',
      });
    if (auditedOn === survival[index - 1]?.auditedOn)
      note(`two audits are on ${auditedOn}`, {
        code: 'audit-twice',
        field: 'survival',
        params: { date: auditedOn },
      });
  }
}
