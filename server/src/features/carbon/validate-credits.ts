import { mapInBatches } from '../../platform/limits/batches.js';
import { isPlainLine } from '../../platform/text/control-characters.js';
import { parseDay } from '../../platform/time/days.js';
import { Refusal } from '../../platform/errors.js';
import { newId } from '../../platform/ids.js';
import type { InvalidLine, Reason } from '../../platform/reason.js';
import { quoteActualValue, shorten, valueParam } from '../../platform/text/shorten.js';
import type { CarbonProject } from '../projects/carbon-project-store.js';
import type { Credits, NewCarbonLot } from './carbon-lot-store.js';
import type { CreditLine } from './credit-file.js';
import { readQualities } from './lot-qualities.js';
import { parseSerial } from './serial-range.js';

/** The credits of a line. Even if the line has other faults, they are compared with those of other lots. */
export interface ParsedCredits extends Credits {
  readonly line: number;
  readonly serial: string;
  readonly tonnes: number;
}

export interface ValidatedLines {
  /** Lots of the lines without faults. */
  readonly lots: readonly NewCarbonLot[];
  /** Credits of all lines whose tonnes and serial can be read. */
  readonly credits: readonly ParsedCredits[];
  readonly faults: readonly InvalidLine[];
}

const batchSize = 500;

export async function validateLines(
  lines: readonly CreditLine[],
  projects: readonly CarbonProject[],
): Promise<ValidatedLines> {
  const projectIds = new Map(projects.flatMap(({ id, name }) => [[id, id] as const, [name, id] as const]));
  const checked = await mapInBatches(lines, batchSize, (line) => check(line, projectIds));
  return {
    lots: checked.flatMap(({ lot }) => lot ?? []),
    credits: checked.flatMap(({ credits }) => credits ?? []),
    faults: checked.flatMap(({ faults }) => faults),
  };
}

interface CheckedLine {
  readonly lot: NewCarbonLot | undefined;
  readonly credits: ParsedCredits | undefined;
  readonly faults: readonly InvalidLine[];
}

function check(given: CreditLine, projectIds: ReadonlyMap<string, string>): CheckedLine {
  const wrong: InvalidLine[] = [];
  const note = (what: string, reason?: Reason): void => {
    wrong.push({ line: given.line, what, ...(reason && { reason }) });
  };
  const projectId = projectIds.get(given.project) ?? projectIds.get(given.project.toLowerCase());
  if (projectId === undefined) {
    const project = shorten(given.project) || '(no name)';
    note(`there is no carbon project ${project}`, { code: 'no-carbon-project', params: { project } });
  }
  const notDays = (['vintage_start', 'vintage_end'] as const).filter((name) => !parseDay(given[name]));
  for (const field of notDays)
    note(`${field} must be a date such as 2016-12-31${quoteActualValue(given[field])}`, {
      code: 'not-a-date',
      field,
      params: valueParam(given[field]),
    });
  if (notDays.length === 0 && given.vintage_start > given.vintage_end)
    note(`vintage_start ${given.vintage_start} is after vintage_end ${given.vintage_end}`, {
      code: 'vintage-order',
    });
  const tonnes = readTonnes(given.tonnes);
  if (tonnes === undefined)
    note(`tonnes must be a whole number of 1 or more${quoteActualValue(given.tonnes)}`, {
      code: 'out-of-range',
      field: 'tonnes',
      params: { min: 1, max: maxTonnes, ...valueParam(given.tonnes) },
    });
  const qualities = readQualities(given, note);
  const credits = tonnes === undefined ? undefined : readCredits(given, tonnes, note);
  const lot =
    projectId === undefined || !credits || wrong.length > 0
      ? undefined
      : {
          ...lotOf(credits),
          ...qualities,
          projectId,
          vintageStart: given.vintage_start,
          vintageEnd: given.vintage_end,
        };
  return { lot, credits, faults: wrong };
}

const lotOf = ({ serial, series, first, last, tonnes }: ParsedCredits) => ({
  id: newId(),
  serial,
  series,
  first,
  last,
  tonnes,
});

/** More than the world emits in a generation: anything above is a typo, and too much for the totals. */
const maxTonnes = 1e12;

function readTonnes(text: string): number | undefined {
  const tonnes = /^\d{1,16}$/.test(text) ? Number(text) : 0;
  return tonnes >= 1 && tonnes <= maxTonnes ? tonnes : undefined;
}

const maxSerialLength = 255;

function readCredits(
  { line, serial }: CreditLine,
  tonnes: number,
  note: (what: string, reason?: Reason) => void,
): ParsedCredits | undefined {
  if (serial.length > maxSerialLength || !isPlainLine(serial)) {
    note(`serial must be a line of at most ${maxSerialLength} characters`, {
      code: 'too-long',
      field: 'serial',
      params: { max: maxSerialLength },
    });
    return undefined;
  }
  try {
    return { line, serial, tonnes, ...parseSerial({ serial, tonnes }) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    note(error.message, error.reason);
    return undefined;
  }
}
