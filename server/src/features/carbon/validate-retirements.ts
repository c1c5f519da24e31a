import type { Database } from '../../database/database.js';
import { ceil, decimal } from '../../platform/decimals.js';
import { newId } from '../../platform/ids.js';
import type { InvalidLine, Reason } from '../../platform/reason.js';
import { isPlainLine } from '../../platform/text/control-characters.js';
import { quoteActualValue, shorten, valueParam } from '../../platform/text/shorten.js';
import { isWebAddress } from '../../platform/text/web-address.js';
import { parseDay } from '../../platform/time/days.js';
import { findBeneficiaryMismatches } from './find-beneficiary-mismatches.js';
import { locateCredits, wholeNumber, type LocatedCredits, type NotLocated } from './locate-credits.js';
import type { RetirementLine } from './retirement-file.js';
import { findRetirementsByLot, type NewRetirement, type UsedLot } from './retirement-store.js';
import { serialOf, type SerialRange } from './serial-range.js';
import { findOverlappingCredits } from './find-overlapping-credits.js';

export interface ValidatedRetirements {
  /** Of the lines without faults: one for each lot that a line has credits of. */
  readonly retirements: readonly NewRetirement[];
  readonly faults: readonly InvalidLine[];
}

type Note = (what: string, reason: Reason) => void;

/** `today`: YYYY-MM-DD. */
export async function validateRetirements(
  db: Database,
  lines: readonly RetirementLine[],
  today: string,
): Promise<ValidatedRetirements> {
  const located = await locateCredits(
    db,
    lines.map(({ serial, tonnes }) => ({ serial, tonnes })),
  );
  const faults: InvalidLine[] = [];
  const retirements: (NewRetirement & { readonly line: number; readonly lot: UsedLot })[] = [];
  lines.forEach((line, index) => {
    const note: Note = (what, reason) => faults.push({ line: line.line, what, reason });
    checkFields(line, today, note);
    const found = located[index] as LocatedCredits | NotLocated;
    if ('fault' in found) {
      note(found.fault.what, found.fault.reason);
      return;
    }
    const { range, lots } = found;
    checkTonnes(line, range, note);
    for (const lot of lots) {
      checkLot(line, lot, range, note);
      retirements.push({
        id: newId(),
        line: line.line,
        lot,
        lotId: lot.id,
        first: Math.max(range.first, lot.firstCredit),
        last: Math.min(range.last, lot.lastCredit),
        retiredOn: line.retired_on,
        registryUrl: line.registry_url || null,
        beneficiary: line.beneficiary || null,
      });
    }
  });
  const shared = await findOverlappingCredits(retirements.map(asCredits));
  faults.push(...shared.map(sharedLine));
  // Whoever has credits twice has to correct that first.
  if (shared.length === 0) faults.push(...(await findBeneficiaryMismatches(db, retirements)));
  faults.push(...(await findRetired(db, retirements)));
  return { retirements: retirements.map(({ line: _, lot: __, ...retirement }) => retirement), faults };
}

const maxUrlLength = 2_000;
const maxBeneficiaryLength = 1_000_000;

function checkFields(line: RetirementLine, today: string, note: Note): void {
  const { retired_on: retiredOn, registry_url: url = '', beneficiary = '' } = line;
  if (!parseDay(retiredOn))
    note(`retired_on must be a date such as 2026-12-31${quoteActualValue(retiredOn)}`, {
      code: 'not-a-date',
      field: 'retired_on',
      params: valueParam(retiredOn),
    });
  else if (retiredOn > today)
    note(`retired_on ${retiredOn} is in the future`, {
      code: 'retired-in-future',
      params: { date: retiredOn },
    });
  if (url !== '' && (url.length > maxUrlLength || !isWebAddress(url)))
    note(`registry_url must be an address that begins with http:// or https://${quoteActualValue(url)}`, {
      code: 'bad-web-address',
      field: 'registry_url',
      params: valueParam(url),
    });
  if (beneficiary.length > maxBeneficiaryLength || !isPlainLine(beneficiary))
    note('beneficiary must be one line of text', { code: 'bad-characters', field: 'beneficiary' });
}

/** Who has changed the range in a line, and not its tonnes, may have meant either. */
function checkTonnes({ serial, tonnes }: RetirementLine, { first, last }: SerialRange, note: Note): void {
  if (!tonnes || wholeNumber(tonnes) === last - first + 1) return;
  note(
    `tonnes must be ${last - first + 1}, as many credits as ${shorten(serial)} has${quoteActualValue(tonnes)}`,
    {
      code: 'serial-no-range',
      params: { serial: shorten(serial), tonnes: shorten(tonnes) },
    },
  );
}

function checkLot(
  { retired_on: retiredOn }: RetirementLine,
  lot: UsedLot,
  range: SerialRange,
  note: Note,
): void {
  if (parseDay(retiredOn) && retiredOn < lot.vintageStart)
    note(`retired_on ${retiredOn} is before the vintage of the credits, ${lot.vintageStart}`, {
      code: 'retired-before-vintage',
      params: { date: retiredOn, start: lot.vintageStart },
    });
  // A lot is allocated from its first credit on.
  const allocated = lot.firstCredit + ceil(decimal(lot.used)).toNumber() - 1;
  const last = Math.min(range.last, lot.lastCredit);
  if (last > allocated) {
    const serial = serialOf(lot, Math.max(range.first, allocated + 1, lot.firstCredit), last);
    note(`${serial} is not allocated to any carbon offset`, {
      code: 'credits-not-allocated',
      params: { serial: shorten(serial) },
    });
  }
}

const asCredits = ({ line, lot, first, last }: NewRetirement & { line: number; lot: UsedLot }) => ({
  line,
  series: lot.id,
  serial: lot.serial,
  tonnes: last - first + 1,
  first,
  last,
});

/** Of credits, also where two lines are equal. */
const sharedLine = ({ line, reason }: InvalidLine): InvalidLine => {
  const other = reason?.params?.['other'] ?? 0;
  return {
    line,
    what: `shares credits with line ${other}`,
    reason: { code: 'credits-on-line', params: { other } },
  };
};

async function findRetired(
  db: Database,
  wanted: readonly (NewRetirement & { readonly line: number; readonly lot: UsedLot })[],
): Promise<InvalidLine[]> {
  const byLot = await findRetirementsByLot(db, wanted);
  return wanted.flatMap(({ line, lot, first, last }) => {
    const retired = firstFrom(byLot.get(lot.id) ?? [], first);
    if (!retired || retired.first > last) return [];
    const serial = serialOf(lot, Math.max(first, retired.first), Math.min(last, retired.last));
    return [
      {
        line,
        what: `${serial} was already retired on ${retired.retiredOn}`,
        reason: {
          code: 'credits-retired' as const,
          params: { serial: shorten(serial), date: retired.retiredOn },
        },
      },
    ];
  });
}

/** The first of sorted, separate ranges that does not end before a credit. */
function firstFrom<R extends { readonly last: number }>(sorted: readonly R[], credit: number): R | undefined {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle]?.last ?? 0) < credit) low = middle + 1;
    else high = middle;
  }
  return sorted[low];
}
