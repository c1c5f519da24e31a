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

export function decodeAnswer(body: Buffer, wanted: ReadonlySet<string>): Answer {
  try {
    if (body[0] !== 1 && body[0] !== 2) throw new Error('no known version');
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
