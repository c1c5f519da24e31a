import { describedBy, labelOf } from '../description.js';
import { parseCount } from '../parse-count.js';
import type { Connection, Origin, Reading } from '../source.js';
import { reasonOf } from '../source-error.js';
import { queryPrinter } from './query-printer.js';
import type { Attributes } from './decode-response.js';
import { identifyPrinter, identityAttributes } from './identify-printer.js';
import { listJobs } from './job-history.js';
import { printerAddress } from './printer-address.js';
import type { Printer } from './list-printers.js';

const sheets = 'printer-media-sheets-completed';
const impressions = 'printer-impressions-completed';
const descriptionAttributes = ['printer-name', 'printer-info', 'printer-make-and-model'];
const wanted = [sheets, impressions, ...identityAttributes, ...descriptionAttributes];

export async function readPrinter(
  connection: Connection,
  printer: Printer,
): Promise<Reading & { readonly origin: Origin }> {
  const { path, attributes } = await findPrinter(connection, printer);
  const { device, origin } = identifyPrinter(attributes, printerAddress(connection, path).place);
  const count = counterOf(attributes);
  const description = describedBy(
    labelOf(attributes['printer-name']) ?? labelOf(attributes['printer-info']),
    labelOf(attributes['printer-make-and-model']),
  );
  if (count) return { device, ...count, ...description, origin };
  // Under a name of its own: if the printer reports a counter again, the two totals must not be compared.
  const { formerName } = origin;
  return {
    device: `${device} jobs`,
    ...(await listJobs(connection, path)),
    ...description,
    origin: { ...origin, ...(formerName !== undefined && { formerName: `${formerName} jobs` }) },
  };
}

function counterOf(attributes: Attributes): Pick<Reading, 'total' | 'unit'> | undefined {
  const ofSheets = parseCount(attributes[sheets]);
  if (ofSheets !== undefined) return { total: ofSheets, unit: 'sheets' };
  const ofImpressions = parseCount(attributes[impressions]);
  return ofImpressions === undefined ? undefined : { total: ofImpressions, unit: 'impressions' };
}

/** Tries the paths in turn until there is a printer. */
async function findPrinter(
  connection: Connection,
  { paths: [path, ...others] }: Pick<Printer, 'paths'>,
): Promise<{ path: string; attributes: Attributes }> {
  try {
    const answer = await queryPrinter(connection, { operation: 'Get-Printer-Attributes', path, wanted });
    return { path, attributes: answer.printers[0] ?? {} };
  } catch (error) {
    const [next, ...rest] = others;
    if (next === undefined || reasonOf(error) !== 'noDevice') throw error;
    return findPrinter(connection, { paths: [next, ...rest] });
  }
}
