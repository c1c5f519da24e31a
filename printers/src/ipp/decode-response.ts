import { setImmediate as nextTurn } from 'node:timers/promises';
import ipp from '@sealsystems/ipp';
import { SourceError } from '../source-error.js';
import { trimMessage } from './trim-message.js';

/** By name: a number, a string, or several of them. */
export type Attributes = Readonly<Record<string, unknown>>;

export interface PrinterResponse {
  readonly status: string;
  readonly printers: readonly Attributes[];
  readonly jobs: readonly Attributes[];
}

export async function decodeResponse(body: Buffer, wanted: ReadonlySet<string>): Promise<PrinterResponse> {
  let status: string | undefined;
  const printers: Attributes[] = [];
  const jobs: Attributes[] = [];
  try {
    if (body[0] !== 1 && body[0] !== 2) throw new Error('no known version');
    for (const part of trimMessage(body, wanted)) {
      // Decoding blocks the event loop: let other work run between two parts.
      if (status !== undefined) await nextTurn();
      const message = ipp.parse(part);
      status ??= message.statusCode ?? 'a status without a name';
      printers.push(...[message['printer-attributes-tag'] ?? []].flat());
      jobs.push(...[message['job-attributes-tag'] ?? []].flat());
    }
    return { status: status ?? 'a status without a name', printers, jobs };
  } catch (error) {
    throw new SourceError('badAnswer', 'the response is not an IPP message', { cause: error });
  }
}
