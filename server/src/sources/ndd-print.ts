import { setImmediate as nextTurn } from 'node:timers/promises';
import { mapInBatches } from '../platform/limits/batches.js';
import { readXml, type XmlElement, type XmlNode } from '../platform/text/xml-tree.js';
import { onlyListIn, parseJson, valueAt } from './json-answer.js';
import { maxDevices } from './device-limits.js';
import { parseCount } from '@regrove/printers/parse-count';
import { fetchPinned } from '@regrove/printers/pinned-http';
import { parseSerialNumber } from '@regrove/printers/serial-number';
import type { Connection, Source } from '@regrove/printers/source';
import { HttpStatusError, SourceError } from '@regrove/printers/source-error';

const service = '/CountersWS/CountersData.asmx';
const namespace = 'nddprint.com/api/';
const method = 'GetPlainCountersData';
/** The answer of a company with thousands of printers. Reading it blocks the event loop. */
const largestAnswer = 2 * 1024 * 1024;
const jsonLimits = { values: 200_000, depth: 8, fields: 100 };
/** Between them, the process does the work of others. */
const printersPerTurn = 500;
/** Printers that were not read for longer are not in the answer. */
const daysBack = 30;
const dayMs = 86_400_000;
const fields = ['EnterpriseName', 'PrinterDeviceID', 'SerialNumber', 'CounterTypeName', 'LatestCounterTotal'];
/** The counter of everything that the printer has ever printed: type 1, named after the language of the portal's database. */
const lifeCounters: ReadonlySet<string> = new Set(['general', 'geral', 'life']);

/** The web service of NDD Print's MPS portal: the latest counters of the printers of a company. */
export const nddPrint: Source = {
  defaultPorts: { 'http:': 80, 'https:': 443 },
  needsExternalId: true,
  // The service takes several companies, separated by semicolons.
  externalIdError: (externalId) =>
    externalId.includes(';') ? 'must be the name of one company, without a semicolon' : undefined,
  async *read(connection) {
    const company = connection.externalId ?? '';
    const printers = await lifeRows(await requestCounters(connection), company);
    if (printers.size === 0) throw new SourceError('noDevice', 'NDD Print has no counters of such a company');
    if (printers.size > maxDevices) throw new SourceError('tooMany', 'NDD Print lists too many printers');
    for (const [index, [device, row]] of [...printers].entries()) {
      if (index % printersPerTurn === 0) await nextTurn();
      const total = parseCount(row && valueAt(row, 'LatestCounterTotal'));
      if (total !== undefined) yield { device, total, unit: 'impressions' };
      else
        connection.reportUnreadable(
          device,
          new SourceError('noReading', 'the printer has no counter of everything it printed'),
        );
    }
  },
};

/** The row with the life counter of each printer; undefined for printers that have only other counters. */
async function lifeRows(rows: readonly unknown[], company: string): Promise<ReadonlyMap<string, unknown>> {
  const printers = new Map<string, unknown>();
  await mapInBatches(rows, printersPerTurn, (row) => {
    const device = deviceOf(row);
    if (device === undefined || !isOf(row, company)) return;
    const kind = valueAt(row, 'CounterTypeName');
    const isLife = typeof kind === 'string' && lifeCounters.has(kind.trim().toLowerCase());
    printers.set(device, printers.get(device) ?? (isLife ? row : undefined));
  });
  return printers;
}

/** Counters of other companies are never taken, whatever the service makes of the name. */
function isOf(row: unknown, company: string): boolean {
  const name = valueAt(row, 'EnterpriseName');
  return typeof name === 'string' && name.trim().toLowerCase() === company.trim().toLowerCase();
}

function deviceOf(row: unknown): string | undefined {
  const serial = valueAt(row, 'SerialNumber');
  const known = typeof serial === 'string' ? parseSerialNumber(serial) : undefined;
  const id = parseCount(valueAt(row, 'PrinterDeviceID'));
  return known ?? (id === undefined ? undefined : `id ${id}`);
}

async function requestCounters(connection: Connection): Promise<readonly unknown[]> {
  const url = new URL(connection.url);
  url.pathname = `${url.pathname.replace(/\/+$/, '').replace(/\/CountersWS(\/CountersData\.asmx)?$/i, '')}${service}`;
  url.search = '';
  const headers = { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${namespace}${method}"` };
  const body = envelopeOf(connection);
  const answer = await fetchPinned(
    { url, method: 'POST', headers, body, maxBytes: largestAnswer },
    connection,
  ).catch((error: unknown) => {
    // A SOAP service answers with status 500 whatever it refuses; with these parameters only the credentials can be wrong.
    if (error instanceof HttpStatusError && error.status === 500)
      throw new SourceError('login', 'NDD Print refuses the request', { cause: error });
    throw error;
  });
  const rows = onlyListIn(parseJson(await resultIn(answer), jsonLimits));
  if (!rows) throw new SourceError('badAnswer', 'the answer is not a list of counters');
  return rows;
}

function envelopeOf({ username, password, externalId, now }: Connection): string {
  if (password === null) throw new SourceError('login', 'the server has no password');
  const { dealer, email } = userOf(username);
  const parameters = {
    dealerName: dealer,
    dealerUserEmail: email,
    dealerUserPassword: password,
    dateTimeStart: timeText(now.getTime() - daysBack * dayMs),
    // The clock and time zone of the portal may be ahead of ours.
    dateTimeEnd: timeText(now.getTime() + dayMs),
    maxLimitDaysEarlier: String(daysBack),
    enterpriseName: externalId ?? '',
    serialNumber: '',
    siteName: '',
    siteDivisionName: '',
    engaged: 'false',
    fieldsList: fields.join(';'),
  };
  const content = Object.entries(parameters)
    .map(([name, value]) => `<${name}>${escaped(value)}</${name}>`)
    .join('');
  return `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><${method} xmlns="${namespace}">${content}</${method}></soap:Body></soap:Envelope>`;
}

/** The username is that of the provider and the email address of its user, for example `Provider\user@provider.example`. */
function userOf(username: string): { readonly dealer: string; readonly email: string } {
  const end = Math.max(username.lastIndexOf('\\'), username.lastIndexOf('/'));
  if (end < 1)
    throw new SourceError(
      'settings',
      'the username is not the name of the provider, a backslash and an email address',
    );
  return { dealer: username.slice(0, end), email: username.slice(end + 1) };
}

/** As `yyyy-MM-dd HH:mm:ss`. */
const timeText = (time: number): string => new Date(time).toISOString().slice(0, 19).replace('T', ' ');

const escaped = (text: string): string =>
  text.replace(/[&<>\r]/g, (character) => `&#${character.charCodeAt(0)};`);

/** The JSON in the answer. */
async function resultIn(answer: Buffer): Promise<string> {
  const nodes = await readXml(answer, 100).catch((error: unknown) => {
    throw new SourceError('badAnswer', 'the answer is not XML, or not XML that is accepted', {
      cause: error,
    });
  });
  const result = ['Envelope', 'Body', `${method}Response`, `${method}Result`].reduce<readonly XmlNode[]>(
    (inside, name) => childOf(inside, name)?.nodes ?? [],
    nodes,
  );
  const text = result.filter((node) => typeof node === 'string').join('');
  if (text.trim() === '') throw new SourceError('badAnswer', 'the answer is not that of NDD Print');
  return text;
}

const childOf = (nodes: readonly XmlNode[], name: string): XmlElement | undefined =>
  nodes.find(
    (node): node is XmlElement => typeof node !== 'string' && node.name.replace(/^.*:/, '') === name,
  );
