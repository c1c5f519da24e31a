import ipp from '@sealsystems/ipp';

import { fetchPinned } from '../pinned-http.js';
import type { Connection } from '../source.js';
import { HttpStatusError, SourceError } from '../source-error.js';
import type { TroubleReason } from '../trouble-reasons.js';
import { type PrinterResponse, decodeResponse } from './decode-response.js';
import { printerAddress } from './printer-address.js';

export interface PrinterQuery {
  readonly operation: 'Get-Printer-Attributes' | 'Get-Jobs' | 'CUPS-Get-Printers';
  readonly path: string;
  /** The attributes to request. */
  readonly wanted: readonly string[];
  readonly whichJobs?: 'completed' | 'not-completed';
}

const mib = 1024 * 1024;

/** Some printers return all attributes, whatever is requested. */
const maxResponseBytes: Readonly<Record<PrinterQuery['operation'], number>> = {
  'Get-Printer-Attributes': mib,
  'Get-Jobs': 4 * mib,
  'CUPS-Get-Printers': 4 * mib,
};

type Version = '1.1' | '2.0';

const reasons: Readonly<Record<string, TroubleReason>> = {
  'client-error-not-authenticated': 'login',
  'client-error-not-authorized': 'login',
  'client-error-forbidden': 'login',
  'client-error-not-found': 'noDevice',
  'client-error-gone': 'noDevice',
  'server-error-operation-not-supported': 'noReading',
};

/** Uses IPP 2.0, and 1.1 if the printer refuses that version. */
export async function queryPrinter(connection: Connection, query: PrinterQuery): Promise<PrinterResponse> {
  let response = await queryIn('2.0', connection, query);
  if (response.status === 'server-error-version-not-supported')
    response = await queryIn('1.1', connection, query);
  if (response.status.startsWith('successful-ok')) return response;
  throw new SourceError(
    reasons[response.status] ?? 'badAnswer',
    `${query.operation} was answered by ${response.status}`,
  );
}

async function queryIn(
  version: Version,
  connection: Connection,
  query: PrinterQuery,
): Promise<PrinterResponse> {
  const { username, password } = connection;
  const address = printerAddress(connection, query.path);
  const body = ipp.serialize({
    version,
    operation: query.operation,
    id: 1,
    'operation-attributes-tag': {
      'attributes-charset': 'utf-8',
      'attributes-natural-language': 'en',
      'printer-uri': address.ipp,
      ...(username !== '' && { 'requesting-user-name': username }),
      ...(query.whichJobs && { 'which-jobs': query.whichJobs }),
      'requested-attributes': query.wanted,
    },
  });
  const headers = {
    'content-type': 'application/ipp',
    ...(password !== null && {
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
    }),
  };
  try {
    const maxBytes = maxResponseBytes[query.operation];
    const request = { url: address.http, method: 'POST', headers, body, maxBytes, isPrinter: true } as const;
    const response = await fetchPinned(request, connection);
    return await decodeResponse(response, new Set(query.wanted));
  } catch (error) {
    if (error instanceof HttpStatusError && error.status === 404)
      throw new SourceError('noDevice', `there is nothing at ${address.place}`, { cause: error });
    throw error;
  }
}
