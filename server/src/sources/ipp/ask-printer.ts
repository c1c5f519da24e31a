import ipp from '@sealsystems/ipp';

import { exchange } from '../pinned-http.js';
import type { Connection } from '../source.js';
import { SourceTrouble, StatusTrouble, type TroubleReason } from '../trouble.js';
import { type Answer, decodeAnswer } from './decode-answer.js';
import { printerAddress } from './printer-address.js';

export interface Question {
  readonly operation: 'Get-Printer-Attributes' | 'Get-Jobs' | 'CUPS-Get-Printers';
  readonly path: string;
  /** The attributes to be told. */
  readonly wanted: readonly string[];
  readonly whichJobs?: 'completed' | 'not-completed';
}

const mib = 1024 * 1024;

/** Some printers tell all that they know, whatever they are asked. */
const largestAnswers: Readonly<Record<Question['operation'], number>> = {
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

/** Asks in the language of today, and in that of old printers where today's is refused. */
export async function askPrinter(connection: Connection, question: Question): Promise<Answer> {
  let answer = await askIn('2.0', connection, question);
  if (answer.status === 'server-error-version-not-supported')
    answer = await askIn('1.1', connection, question);
  if (answer.status.startsWith('successful-ok')) return answer;
  throw new SourceTrouble(
    reasons[answer.status] ?? 'badAnswer',
    `${question.operation} was answered by ${answer.status}`,
  );
}

async function askIn(version: Version, connection: Connection, question: Question): Promise<Answer> {
  const { username, password } = connection;
  const address = printerAddress(connection, question.path);
  const body = ipp.serialize({
    version,
    operation: question.operation,
    id: 1,
    'operation-attributes-tag': {
      'attributes-charset': 'utf-8',
      'attributes-natural-language': 'en',
      'printer-uri': address.ipp,
      ...(username !== '' && { 'requesting-user-name': username }),
      ...(question.whichJobs && { 'which-jobs': question.whichJobs }),
      'requested-attributes': question.wanted,
    },
  });
  const headers = {
    'content-type': 'application/ipp',
    ...(password !== null && {
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
    }),
  };
  try {
    const largestAnswer = largestAnswers[question.operation];
    const asked = { url: address.http, method: 'POST', headers, body, largestAnswer } as const;
    const answer = await exchange(asked, connection);
    return await decodeAnswer(answer, new Set(question.wanted));
  } catch (error) {
    if (error instanceof StatusTrouble && error.status === 404)
      throw new SourceTrouble('noDevice', `there is nothing at ${address.place}`, { cause: error });
    throw error;
  }
}
