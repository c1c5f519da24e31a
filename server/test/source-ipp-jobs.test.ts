import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ipp } from '../src/sources/ipp/ipp.js';
import { reasonOf } from '../src/sources/trouble.js';
import { type Field, integer, message, uri } from './support/ipp-message.js';
import {
  type IppPrinter,
  ofJobs,
  ofPrinter,
  operations,
  startIppPrinter,
  statuses,
} from './support/ipp-printer.js';
import { readFrom } from './support/read-source.js';

interface Job {
  readonly id: number;
  readonly sheets?: number;
  readonly impressions?: number;
}

const fieldsOf = ({ id, sheets, impressions }: Job): Field[] => [
  integer('job-id', id),
  ...(sheets === undefined ? [] : [integer('job-media-sheets-completed', sheets)]),
  ...(impressions === undefined ? [] : [integer('job-impressions-completed', impressions)]),
];

describe('a printer without a counter, read by its jobs over IPP', () => {
  const uuid = 'urn:uuid:4509a320-00a0-008f-00b6-002507510eca';
  let printer: IppPrinter;
  beforeAll(async () => {
    printer = await startIppPrinter();
  });
  afterAll(() => printer.close());

  const read = async (completed: readonly Job[], waiting: readonly Job[] = []) => {
    printer.behave(({ operation, words }) => {
      if (operation !== operations.getJobs) return ofPrinter(uri('printer-uuid', uuid));
      return ofJobs(...(words.includes('not-completed') ? waiting : completed).map(fieldsOf));
    });
    const { readings, passedOver } = await readFrom(ipp, { url: `ipp://127.0.0.1:${printer.port}` });
    return readings[0] ?? passedOver.map(({ trouble }) => reasonOf(trouble)).join();
  };
  const counted = (total: number, unit: string) => ({ device: `${uuid} jobs`, total, unit });

  it.each<[string, Job[], Job[], number, string]>([
    [
      'sheets',
      [
        { id: 2, sheets: 5, impressions: 9 },
        { id: 1, sheets: 2 },
      ],
      [],
      7,
      'sheets',
    ],
    [
      'impressions',
      [
        { id: 1, impressions: 4 },
        { id: 2, impressions: 0 },
      ],
      [],
      4,
      'impressions',
    ],
    [
      'jobs while others wait',
      [
        { id: 3, sheets: 6 },
        { id: 1, sheets: 1 },
      ],
      [{ id: 2 }, { id: 4 }],
      7,
      'sheets',
    ],
    ['a job once that was finished meanwhile', [{ id: 1, sheets: 6 }], [{ id: 1, sheets: 5 }], 6, 'sheets'],
  ])('sums up the %s of a whole history', async (_, completed, waiting, total, unit) => {
    expect(await read(completed, waiting)).toEqual(counted(total, unit));
  });

  it.each<[string, Job[]]>([
    [
      'that has forgotten its first job',
      [
        { id: 2, sheets: 5 },
        { id: 3, sheets: 5 },
      ],
    ],
    [
      'with a gap',
      [
        { id: 1, sheets: 5 },
        { id: 3, sheets: 5 },
      ],
    ],
    ['that is empty, which may be new or forgotten', []],
    ['with a job that says nothing', [{ id: 1, sheets: 5 }, { id: 2 }]],
    [
      'with a job that counts in another unit',
      [
        { id: 1, sheets: 5 },
        { id: 2, impressions: 5 },
      ],
    ],
    [
      'with a job that counts below zero',
      [
        { id: 1, sheets: 5 },
        { id: 2, sheets: -5 },
      ],
    ],
    ['in which nothing was ever counted', [{ id: 1, sheets: 0, impressions: 0 }]],
  ])('does not believe a history %s', async (_, completed) => {
    expect(await read(completed)).toBe('noReading');
  });

  it('never falls or invents while the history is forgotten from its old end', async () => {
    const printed = [3, 4, 5, 6].map((sheets, index) => ({ id: index + 1, sheets }));
    expect(await read(printed.slice(0, 2))).toEqual(counted(7, 'sheets'));
    expect(await read(printed.slice(1, 3))).toBe('noReading');
    expect(await read(printed)).toEqual(counted(18, 'sheets'));
  });

  it.each([
    ['is not supported', statuses.operationNotSupported, 'noReading'],
    ['needs a login', statuses.notAuthenticated, 'login'],
  ])('tells why where Get-Jobs %s', async (_, status, reason) => {
    printer.behave(({ operation }) => (operation === operations.getJobs ? message(status, []) : ofPrinter()));
    const { passedOver } = await readFrom(ipp, { url: `ipp://127.0.0.1:${printer.port}` });
    expect(passedOver.map(({ trouble }) => reasonOf(trouble))).toEqual([reason]);
  });
});
