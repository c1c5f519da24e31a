import ipp from '@sealsystems/ipp';
import { SourceTrouble } from '../trouble.js';
import { trimMessage } from './trim-message.js';

/** By name: a number, a text, or several of them. */
export type Attributes = Readonly<Record<string, unknown>>;

export interface Answer {
  readonly status: string;
  readonly printers: readonly Attributes[];
  readonly jobs: readonly Attributes[];
}

/** Enough for the jobs or printers of a large server; it is decoded in one go, while everybody else waits. */
const largestMessage = 4 * 1024 * 1024;

export function decodeAnswer(body: Buffer, wanted: ReadonlySet<string>): Answer {
  try {
    if (body[0] !== 1 && body[0] !== 2) throw new Error('no known version');
    if (body.length > largestMessage) throw new Error('too large');
    const message = ipp.parse(trimMessage(body, wanted));
    return {
      status: message.statusCode ?? 'a status without a name',
      printers: [message['printer-attributes-tag'] ?? []].flat(),
      jobs: [message['job-attributes-tag'] ?? []].flat(),
    };
  } catch (error) {
    throw new SourceTrouble('other', 'the answer is not a message of IPP', { cause: error });
  }
}
