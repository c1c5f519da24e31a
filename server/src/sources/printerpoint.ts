import { setImmediate as nextTurn } from 'node:timers/promises';
import { onlyListIn, parseJson, textOf } from './json-answer.js';
import { maxDevices } from './device-limits.js';
import { parseCount } from '@regrove/printers/parse-count';
import { fetchPinned } from '@regrove/printers/pinned-http';
import { parseSerialNumber } from '@regrove/printers/serial-number';
import type { Connection, Reading, Source } from '@regrove/printers/source';
import { SourceError } from '@regrove/printers/source-error';

const endpoint = '/apis/v1/dealer/printers';
/** One printer with all its counters and cartridges takes about 2 kB. */
const largestAnswer = 8 * 1024 * 1024;
const jsonLimits = { values: 500_000, depth: 16, fields: 1_000 };

/** Far more than the documentation lists. All fields of an object share its name, so a long one would cost as much as many fields. */
const maxFacts = 1_000;
const maxPathLength = 200;
/** Between them, the process does the work of others. */
const printersPerTurn = 50;

/** Printerpoint's Real Time Printer API: the lifetime counters of all printers of a dealer, of which one customer's are read. */
export const printerpoint: Source = {
  defaultPorts: { 'http:': 80, 'https:': 443 },
  needsExternalId: true,
  async *read(connection) {
    const customer = connection.externalId ?? '';
    const seen = new Set<string>();
    let isKnown = false;
    for (const [index, printer] of (await requestPrinters(connection)).entries()) {
      if (index % printersPerTurn === 0) await nextTurn();
      const facts = factsOf(printer);
      if (textOf(facts.get('customerid')) !== customer) continue;
      isKnown = true;
      const device = parseSerialNumber(textOf(facts.get('serialnumber')));
      if (device === undefined) {
        connection.reportUnreadable('', new SourceError('noReading', 'a printer has no serial number'));
        continue;
      }
      if (seen.has(device)) continue;
      seen.add(device);
      const counted = countedIn(facts);
      if (counted) yield { device, ...counted };
      else
        connection.reportUnreadable(
          device,
          new SourceError('noReading', 'the printer has no lifetime counter of pages or area'),
        );
    }
    if (!isKnown) throw new SourceError('noDevice', 'Printerpoint lists no printer of this customer');
  },
};

async function requestPrinters(connection: Connection): Promise<readonly unknown[]> {
  if (connection.password === null)
    throw new SourceError('login', 'the server has no password to use as API token');
  const url = new URL(connection.url);
  url.pathname = `${url.pathname.replace(/\/+$/, '').replace(/\/apis(\/v1(\/dealer(\/printers)?)?)?$/, '')}${endpoint}`;
  url.search = '';
  // The token is the username, and there is no password.
  const token = Buffer.from(`${connection.password}:`).toString('base64');
  const headers = { authorization: `Basic ${token}`, accept: 'application/json' };
  const answer = await fetchPinned({ url, method: 'GET', headers, maxBytes: largestAnswer }, connection);
  const printers = onlyListIn(parseJson(answer.toString(), jsonLimits));
  if (!printers) throw new SourceError('badAnswer', 'the answer is not a list of printers');
  if (printers.length > maxDevices) throw new SourceError('tooMany', 'Printerpoint lists too many printers');
  return printers;
}

type Facts = ReadonlyMap<string, unknown>;

/**
 * The values of a printer by the letters and digits of their path. The documentation names them in words ("Serial number", "Paper
 * Area Total In Hundredths of a Square Millimeter"), so their spelling, case and nesting are left open. What is beyond the limits is
 * left out.
 */
function factsOf(printer: unknown): Facts {
  const facts = new Map<string, unknown>();
  const add = (value: unknown, path: string): void => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      for (const [name, inside] of Object.entries(value)) {
        if (path.length + name.length <= maxPathLength) add(inside, path + lettersOf(name));
      }
    else if (facts.size < maxFacts && !facts.has(path)) facts.set(path, value);
  };
  add(printer, '');
  return facts;
}

const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Sums that a printer has, the best one first. Clicks are printed sides. */
const pageCounters: readonly (readonly string[])[] = [
  ['coloredpagesbymonochrome', 'coloredpagesbycolor'],
  ['coloredpagesbysizemonochrometotal', 'coloredpagesbysizecolortotal'],
];
const areaCounters: readonly (readonly string[])[] = [
  ['paperareatotal'],
  ['paperareamonochrome', 'paperareacolor'],
];

/** A Letter sheet, the standard page, in hundredths of a square millimetre. */
const sheetArea = 6_032_246;

function countedIn(facts: Facts): Pick<Reading, 'total' | 'unit'> | undefined {
  const pages = firstSum(facts, pageCounters);
  if (pages !== undefined) return { total: pages, unit: 'impressions' };
  const area = firstSum(facts, areaCounters);
  // Large formats print on rolls: their area, in standard pages.
  return area === undefined ? undefined : { total: Math.floor(area / sheetArea), unit: 'sheets' };
}

/** A counter that is there but is no number makes a sum unknown: without it, the total would seem to fall. */
function firstSum(facts: Facts, sums: readonly (readonly string[])[]): number | undefined {
  const counters = sums
    .map((names) => names.flatMap((name) => counterIn(facts, name)))
    .find((found) => found.length > 0);
  const counts = counters?.map(parseCount);
  return counts?.reduce(
    (sum, count) => (sum === undefined || count === undefined ? undefined : sum + count),
    0,
  );
}

/** A counter by its name, with or without its unit, and wherever the printer has it. None: it does not have it. */
function counterIn(facts: Facts, name: string): unknown[] {
  const form = new RegExp(`${name}(?:inclicks|clicks|inhundredthsofasquaremillimeter)?(?:value)?$`);
  return [...facts]
    .filter(([path]) => form.test(path))
    .map(([, value]) => value)
    .slice(0, 1);
}
