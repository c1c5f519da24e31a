import { parseDay } from '../platform/days.js';
import { Refusal } from '../platform/errors.js';
import { newId } from '../platform/ids.js';
import type { CarbonProject } from '../projects/carbon-project-store.js';
import type { NewCarbonLot } from './carbon-lot-store.js';
import type { CreditLine, Fault } from './credit-file.js';
import { parseSerial, type SerialRange } from './serial-range.js';

/** A lot of the file that is right in itself. */
export interface JudgedLot extends NewCarbonLot {
  readonly line: number;
}

/** The lots of the lines that are right, and what is wrong with the others. */
export function judgeLines(
  lines: readonly CreditLine[],
  projects: readonly CarbonProject[],
): { lots: JudgedLot[]; faults: Fault[] } {
  const projectIds = new Map(projects.flatMap(({ id, name }) => [[id, id] as const, [name, id] as const]));
  const lots: JudgedLot[] = [];
  const faults: Fault[] = [];
  for (const line of lines) {
    const wrong: string[] = [];
    const lot = judge(line, projectIds, wrong);
    if (lot && wrong.length === 0) lots.push(lot);
    else faults.push({ line: line.line, what: wrong.join('; ') });
  }
  return { lots, faults };
}

function judge(
  given: CreditLine,
  projectIds: ReadonlyMap<string, string>,
  wrong: string[],
): JudgedLot | undefined {
  const projectId = projectIds.get(given.project) ?? projectIds.get(given.project.toLowerCase());
  if (projectId === undefined) wrong.push(`there is no carbon project ${given.project || '(no name)'}`);
  const notDays = (['vintage_start', 'vintage_end'] as const).filter((name) => !parseDay(given[name]));
  wrong.push(...notDays.map((name) => `${name} must be a date such as 2016-12-31`));
  if (notDays.length === 0 && given.vintage_start > given.vintage_end) {
    wrong.push('vintage_start is after vintage_end');
  }
  const tonnes = readTonnes(given.tonnes);
  if (tonnes === undefined) wrong.push('tonnes must be a whole number of 1 or more');
  const range = tonnes === undefined ? undefined : rangeOf(given.serial, tonnes, wrong);
  if (projectId === undefined || tonnes === undefined || !range) return undefined;
  return {
    line: given.line,
    id: newId(),
    projectId,
    serial: given.serial,
    ...range,
    vintageStart: given.vintage_start,
    vintageEnd: given.vintage_end,
    tonnes,
  };
}

/** More than the world emits in a generation is a typing mistake, and more than the books can add up. */
const mostTonnes = 1e12;

function readTonnes(text: string): number | undefined {
  const tonnes = /^\d{1,16}$/.test(text) ? Number(text) : 0;
  return tonnes >= 1 && tonnes <= mostTonnes ? tonnes : undefined;
}

const longestSerial = 255;

function rangeOf(serial: string, tonnes: number, wrong: string[]): SerialRange | undefined {
  if (serial.length > longestSerial || /\p{Cc}/u.test(serial)) {
    wrong.push(`serial must be a line of at most ${longestSerial} characters`);
    return undefined;
  }
  try {
    return parseSerial({ serial, tonnes });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    wrong.push(error.message);
    return undefined;
  }
}
